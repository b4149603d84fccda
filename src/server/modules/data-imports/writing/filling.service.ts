import type { Transaction } from 'kysely'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type EpochMs, toIso } from '#time/clock.ts'
import { record } from '#server/events/record.ts'
import { audit } from '#server/modules/audit/audit.service.ts'
import { tablesInOrder } from '../archive/archive.service.ts'
import { type Importer, type Looked, readTable } from '../archive/reading.service.ts'
import { ImportRefused } from '../data-imports.domain.ts'
import { type Attempt, type Counts, lockAttempt, setDone } from '../data-imports.repository.ts'
import { setComing } from './coming.service.ts'
import { Overtaken, requireRoom } from './files.service.ts'
import * as practice from './practice.repository.ts'
import { NotTaken, type NewRow, type TableRules, setLater, writeRows } from './tables.repository.ts'

/** Rows that are stored with one statement, and their size: a note may have a megabyte. */
const PAGE = { rows: 500, bytes: 1_048_576 }

type Filling = { importer: Importer; attempt: Attempt; pictures: readonly practice.NewPicture[] }

/**
 * Makes a practice of an archive whose rows were looked at and whose files are stored: all of it in one transaction, or
 * nothing. The practice is locked and has to be empty.
 * @throws ImportRefused, Overtaken, NoSpace
 */
export async function fillPractice(deps: Deps, looked: Looked, filling: Filling): Promise<Counts> {
  // Stored, with their indexes, and once more as what a crash would need. Another server has another disk.
  if (deps.config.databaseUrl === undefined) await requireRoom(deps, looked.archive.rowBytes * 2)
  try {
    return await fill(deps, looked, filling)
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error
    // Nothing of it is there. Once more, from the refused rows on one by one: so the coach is told which it is.
    return fill(deps, looked, filling, error).catch((again: unknown) => {
      throw again instanceof NotTaken
        ? new ImportRefused('practice_import.bad_row', { table: again.table, row: again.number })
        : again
    })
  }
}

/** @param oneByOne where rows begin that are written one by one */
function fill(
  deps: Deps,
  looked: Looked,
  { importer: { userId }, attempt, pictures }: Filling,
  oneByOne?: { table: string; number: number },
): Promise<Counts> {
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    if (!(await lockAttempt(tx, attempt))) throw new Overtaken('Another worker goes on')
    await practice.lockPractice(tx, userId)
    if (!(await practice.isEmpty(tx, userId))) throw new ImportRefused('practice_import.not_empty')
    await practice.insertPictures(tx, userId, pictures, now)
    for (const rules of tablesInOrder) {
      const from = oneByOne?.table === rules.name ? oneByOne.number : Infinity
      await writeTable(tx, looked, rules, { now, oneByOneFrom: from })
      if (rules.name === 'clients') await practice.insertAuthors(tx, userId, looked.authors, now)
    }
    await practice.dropReplacedLogo(tx, userId)
    await practice.countAgain(tx, userId, now)
    await setComing(deps, tx, userId, now)
    if (await practice.hasImpossibleSessions(tx, userId, now)) {
      throw new ImportRefused('practice_import.impossible_sessions', { table: 'sessions' })
    }
    const counts = await practice.countRows(tx, userId)
    await setDone(tx, attempt, counts, now)
    await audit(deps, tx, { kind: 'data.imported', userId, actor: userId, detail: counts })
    await record(deps, tx, {
      type: 'practice.imported',
      coachId: userId,
      actorUserId: userId,
      subjectId: userId,
      payload: counts,
    })
    return counts
  })
}

type Page = { rows: NewRow[]; bytes: number }

async function writeTable(
  tx: Transaction<DB>,
  looked: Looked,
  rules: TableRules,
  { now, oneByOneFrom }: { now: EpochMs; oneByOneFrom: number },
): Promise<void> {
  const later = laterLinks(rules)
  let page: Page = { rows: [], bytes: 0 }
  const write = async () => {
    const { rows } = page
    page = { rows: [], bytes: 0 }
    if (rules.name === 'call_stays') {
      await practice.insertCalls(
        tx,
        rows.map(({ row }) => String(row['session_id'])),
        now,
      )
    }
    later.take(rows)
    await writeRows(tx, rules, rows)
  }
  // Looked at some time ago: what ran out since is past, as the clock that is set afterwards says.
  const reading = { ...looked.practice, now: toIso(now) }
  for await (const each of readTable(looked.archive, rules, reading)) {
    // An archive without a logo takes none away.
    if (each.row['logo_id'] === null) delete each.row['logo_id']
    page.rows.push(each)
    page.bytes += sizeOf(each.row)
    const isFull = page.rows.length >= PAGE.rows || page.bytes >= PAGE.bytes
    if (isFull || each.number >= oneByOneFrom - 1) await write()
  }
  await write()
  await later.set(tx)
}

/** About how long a row is as JSON: only its texts can be long. */
function sizeOf(row: Record<string, unknown>): number {
  return Object.values(row).reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + value.length
    return sum + (typeof value === 'object' && value !== null ? JSON.stringify(value).length : 8)
  }, 0)
}

/**
 * Rows that name rows of the same table, which may come later: those that do are left open, and set once all are there.
 */
function laterLinks(rules: TableRules) {
  const column = Object.keys(rules.columns).find((name) => {
    const rule = rules.columns[name]!
    return rule.is === 'ref' && rule.later === true
  })
  const open: { id: string; to: string }[] = []
  return {
    take(rows: readonly NewRow[]): void {
      if (column === undefined) return
      const last = rows.length === 0 ? '' : String(rows.at(-1)!.row['id'])
      for (const { row } of rows) {
        const to = row[column]
        // New ids sort as the rows do.
        if (typeof to !== 'string' || to <= last) continue
        row[column] = null
        open.push({ id: String(row['id']), to })
      }
    },
    async set(tx: Transaction<DB>): Promise<void> {
      for (let from = 0; from < open.length; from += PAGE.rows) {
        await setLater(tx, rules, column!, open.slice(from, from + PAGE.rows))
      }
    },
  }
}
