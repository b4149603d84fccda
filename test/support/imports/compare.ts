import sharp from 'sharp'
import { expect } from 'vitest'
import { SESSION_HISTORY } from '#server/db/data-map/session-history.ts'
import { IMPORT_MAP, columnsOfPractice } from '#server/db/data-map/import/import-map.ts'
import { DATA_MAP } from '#server/db/data-map/data-map.ts'
import { rowsIn } from '#test/support/exports/exports.ts'
import type { Entries, Row } from './archives.ts'
import { manifestOf } from './archives.ts'

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** What is another one in a practice that was read back, on purpose (docs/decisions/081). */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  coaches: ['payment_status', 'plan_id', 'period_ends_at', 'created_at'],
  calendars: ['created_at'],
  clients: ['user_id', 'status', 'archived_from', 'invited_at', 'accepted_at'],
}

/** Tables of which a practice has other rows as well. */
const MIXED = ['domain_events']

/**
 * Compares an archive with that of the practice it was read back into, row by row: every column is the same, and ids are others
 * of which each belongs to one.
 */
export async function expectSamePractice(
  before: Entries,
  after: Entries,
): Promise<{ rows: number; files: number }> {
  const [first, second] = [manifestOf(before), manifestOf(after)]
  const known = new Map<string, string>([[first.person.id, second.person.id]])
  const used = new Map<string, string>([[second.person.id, first.person.id]])
  // People without an account have none in the second one: who wrote something is known by the first row that says so.
  const pair = (old: string, now: string, place: string) => {
    expect(known.get(old) ?? now, place).toBe(now)
    expect(used.get(now) ?? old, place).toBe(old)
    known.set(old, now)
    used.set(now, old)
  }
  let rows = 0
  for (const { name } of IMPORT_MAP) {
    const [old, now] = [rowsOf(before, name), rowsOf(after, name)]
    if (!MIXED.includes(name)) expect(now.length, name).toBe(old.length)
    const ignored = OTHERS[name] ?? []
    const columns = columnsOfPractice(name).filter((column) => !ignored.includes(column))
    for (const [at, row] of inPairs(name, old, now, known)) {
      for (const column of columns) {
        const place = `${name} ${at} ${column}`
        const [was, is] = [JSON.stringify(row.old[column]), JSON.stringify(row.now[column])]
        const [oldIds, newIds] = [was.match(ID) ?? [], is.match(ID) ?? []]
        expect(newIds.length, place).toBe(oldIds.length)
        expect(is.replaceAll(ID, 'id'), place).toBe(was.replaceAll(ID, 'id'))
        oldIds.forEach((id, index) => pair(id, newIds[index]!, place))
      }
      rows += 1
    }
  }
  let files = 0
  for (const file of first.files) {
    const newId = known.get(file.id)
    if (newId === undefined || file.sha256 === null) continue
    const copy = second.files.find(({ id }) => id === newId)
    // A picture is encoded again.
    if (!rowsOf(before, 'resource_files').some(({ id }) => id === file.id)) {
      expect(await looksOf(after.get(copy!.path)!), file.path).toEqual(await looksOf(before.get(file.path)!))
      continue
    }
    expect([copy!.byteSize, copy!.sha256], file.path).toEqual([file.byteSize, file.sha256])
    expect(after.get(copy!.path)!.equals(before.get(file.path)!), file.path).toBe(true)
    files += 1
  }
  for (const [old, now] of known) if (old !== first.person.id) expect(now).not.toBe(old)
  return { rows, files }
}

/** What two encodings of one picture have in common. */
async function looksOf(bytes: Buffer) {
  const { width, height, hasAlpha } = await sharp(bytes).metadata()
  return { width, height, hasAlpha }
}

/** What of its history a practice shows again (`history-rules.ts`). */
const TOLD: readonly unknown[] = [...SESSION_HISTORY, 'goal.moved']

const rowsOf = (archive: Entries, name: string) => rowsIn(archive, `practice/${name}`)

/** Rows that are the same one: by their order, which new ids keep; those whose key has other ids by the ids of that. */
function* inPairs(
  name: string,
  old: Row[],
  now: Row[],
  known: ReadonlyMap<string, string>,
): Generator<[number, { old: Row; now: Row }]> {
  const key = DATA_MAP[name as keyof typeof DATA_MAP].key.filter((column) => column !== 'coach_id')
  if (name === 'domain_events') {
    const times = new Map(
      now.map((row) => [
        `${String(row['type'])} ${String(row['occurred_at'])} ${String(row['subject_id'])}`,
        row,
      ]),
    )
    for (const [at, row] of old.entries()) {
      const subject = known.get(String(row['subject_id']))
      const found = times.get(`${String(row['type'])} ${String(row['occurred_at'])} ${subject}`)
      // What became of something that is not there any more is not told.
      if (subject === undefined || !TOLD.includes(row['type'])) continue
      expect(found, `${name} ${at} ${String(row['type'])}`).toBeDefined()
      yield [at, { old: row, now: found! }]
    }
    return
  }
  if (key.includes('id') && name !== 'message_rooms') {
    for (const [at, row] of old.entries()) yield [at, { old: row, now: now[at]! }]
    return
  }
  const keyOf = (row: Row, map: (id: string) => string) =>
    key.map((column) => map(String(row[column]))).join(' ')
  const byKey = new Map(now.map((row) => [keyOf(row, (id) => id), row]))
  for (const [at, row] of old.entries()) {
    const found = byKey.get(keyOf(row, (id) => known.get(id) ?? id))
    expect(found, `${name} ${at}`).toBeDefined()
    yield [at, { old: row, now: found! }]
  }
}
