import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { Proof } from '#contract/account/accounts.ts'
import type { DataImportDto, ImportRefusal } from '#contract/account/data-imports.ts'
import { type DataImportId, toWire } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { changeTimers } from '#server/events/timers.ts'
import type { Actor, CoachActor } from '../../policy/actor.ts'
import { Refusal, found } from '../../refusal.ts'
import { requireProof } from '../auth/sign-in/proof.service.ts'
import type { AuditOrigin } from '../audit/audit.domain.ts'
import {
  MOST_A_DAY,
  MOST_RESTARTS,
  RESERVED_BYTES,
  canRestart,
  countedSince,
  expiryOf,
  mostBytes,
} from './data-imports.domain.ts'
import * as imports from './data-imports.repository.ts'
import { isEmpty, lockPractice } from './writing/practice.repository.ts'

/** GET: the last archive that the coach had read, and whether their practice is empty, so that one can be. */
export async function getDataImport(deps: Deps, actor: CoachActor) {
  const row = await imports.findLast(deps.db, actor.userId)
  return {
    import: row ? presentImport(deps, row, actor) : null,
    isEmpty: await isEmpty(deps.db, actor.userId),
    mostBytes: mostBytes(deps.config.resourceQuotaBytes),
  }
}

/**
 * POST: announces an archive. While one is under way, the same announcement is that one, however often it comes. It fills a
 * whole practice, so a sign-in alone is not enough (docs/decisions/028).
 * @throws Refusal as `requireProof`; `upload.too_large`; `practice_import.not_empty`, `…under_way` for an archive of
 * another size, `…no_space`, `…too_many` after ten in a day
 */
export async function beginDataImport(
  deps: Deps,
  actor: CoachActor,
  { byteSize, ...proof }: Proof & { byteSize: number },
  origin: AuditOrigin,
): Promise<DataImportDto> {
  await requireProof(deps, actor, proof, origin)
  const most = mostBytes(deps.config.resourceQuotaBytes)
  if (byteSize > most) {
    throw new Refusal('upload.too_large', {
      file: `file_too_large|megabytes=${Math.floor(most / 1_048_576)}`,
    })
  }
  // Its parts, and once more the whole while it is read.
  if ((await deps.freeSpace(deps.config.dataDir)) < byteSize * 2 + RESERVED_BYTES) {
    throw new Refusal('practice_import.no_space')
  }
  const { userId } = actor
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const id = deps.newId<DataImportId>()
    await lockPractice(tx, userId)
    const earlier = await imports.countSince(tx, userId, countedSince(now))
    const times = { now, expiresAt: expiryOf(now) }
    if (!(await imports.insertImport(tx, { id, userId, byteSize }, times))) return
    if (earlier >= MOST_A_DAY) throw new Refusal('practice_import.too_many')
    if (!(await isEmpty(tx, userId))) throw new Refusal('practice_import.not_empty')
    const command = { type: 'import.expire', importId: id } as const
    await changeTimers(tx, [{ kind: 'set', key: `import.expire:${id}`, dueAt: times.expiresAt, command }])
  })
  const row = found(await imports.findLast(deps.db, userId), 'user.not_found')
  if (row.byteSize !== byteSize) throw new Refusal('practice_import.under_way')
  return presentImport(deps, row, actor)
}

/** How much of an announced archive has come. @throws Refusal `practice_import.not_found` */
export async function importState(
  deps: Deps,
  { userId }: Actor,
  id: DataImportId,
): Promise<{ byteSize: number; received: number }> {
  return found(await imports.findImport(deps.db, { userId, id }), 'practice_import.not_found')
}

/**
 * Makes sure that a part finds room: others may have filled the disk since the archive was announced.
 * @throws Refusal `practice_import.no_space`
 */
export async function requirePartRoom(deps: Deps, byteSize: number): Promise<void> {
  if ((await deps.freeSpace(deps.config.dataDir)) < byteSize + RESERVED_BYTES) {
    throw new Refusal('practice_import.no_space')
  }
}

/**
 * Stores a part under a separate id before its row names it, as one of a file of a resource.
 * @returns where it ends; undefined if another came first
 */
export async function addPart(
  deps: Deps,
  { userId }: Actor,
  id: DataImportId,
  { source, offset, byteSize }: { source: Readable; offset: number; byteSize: number },
): Promise<number | undefined> {
  const part = deps.newId<string>()
  await deps.importFiles.put(part, source, byteSize)
  if (await imports.addPart(deps.db, { userId, id }, { id: part, offset, byteSize })) return offset + byteSize
  await dropParts(deps, [part])
  return undefined
}

/**
 * POST finish: has an archive read whose bytes are all there, or one that failed once more.
 * @throws Refusal `practice_import.not_found`, `…upload_incomplete`, `…under_way` while another one is, `…tried_enough`
 */
export async function finishDataImport(
  deps: Deps,
  actor: CoachActor,
  id: DataImportId,
): Promise<DataImportDto> {
  const key = { userId: actor.userId, id }
  const row = found(await imports.findImport(deps.db, key), 'practice_import.not_found')
  if (row.received < row.byteSize) throw new Refusal('practice_import.upload_incomplete')
  await deps.db.transaction().execute(async (tx) => {
    // As announcing does: no other one begins meanwhile.
    await lockPractice(tx, actor.userId)
    if (await imports.hasOtherUnderWay(tx, key)) throw new Refusal('practice_import.under_way')
    if (!(await imports.setWaiting(tx, id, MOST_RESTARTS))) {
      const same = found(await imports.findImport(tx, key), 'practice_import.not_found')
      if (same.state === 'failed') throw new Refusal('practice_import.tried_enough')
      return
    }
    // It becomes a job as soon as a worker sees it.
    const command = { type: 'import.make', importId: id } as const
    await changeTimers(tx, [{ kind: 'set', key: `import.make:${id}`, dueAt: deps.clock.now(), command }])
  })
  return presentImport(
    deps,
    found(await imports.findImport(deps.db, key), 'practice_import.not_found'),
    actor,
  )
}

/**
 * DELETE: gives up an archive that nobody reads. It is one of the ten of its day. @throws Refusal `practice_import.not_found`,
 * `…under_way`
 */
export async function cancelDataImport(deps: Deps, { userId }: CoachActor, id: DataImportId): Promise<void> {
  found(await imports.findImport(deps.db, { userId, id }), 'practice_import.not_found')
  const parts = await imports.cancelIdle(deps.db, { userId, id }, deps.clock.now())
  await dropParts(deps, found(parts, 'practice_import.under_way'))
}

/** Forgets an import whose time is over. Its bytes, which may be thousands, are left to `sweepImports`: a timer is brief. */
export async function expireImport(deps: Deps, tx: Transaction<DB>, id: DataImportId): Promise<void> {
  await imports.removeExpired(tx, id, deps.clock.now())
}

/** Deletes bytes that no import names any more. Failures are left to `sweepImports`. */
export async function dropParts(deps: Deps, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await deps.importFiles
      .remove(id)
      .catch((error: unknown) => deps.log.warn({ err: error, id }, 'bytes of an import not removed'))
  }
}

function presentImport(
  deps: Deps,
  row: imports.ImportRow,
  { language }: { language: string },
): DataImportDto {
  const { clients, sessions, messages, files } = row
  return {
    id: row.id,
    state: row.state,
    createdAt: toWire(row.createdAt),
    progress: row.progress,
    byteSize: row.byteSize,
    received: row.received,
    finishedAt: toWire(row.finishedAt),
    expiresAt: toWire(row.expiresAt),
    canRestart: canRestart(row),
    refusal: row.refusal && { code: row.refusal, error: sentenceOf(deps, row.refusal, row, language) },
    counts:
      clients === null || sessions === null || messages === null || files === null
        ? null
        : { clients, sessions, messages, files },
  }
}

/** What is wrong with an archive and where, as its reader knows the tables of one. */
function sentenceOf(
  deps: Deps,
  code: ImportRefusal,
  { refusedTable, refusedRow, refusedFile }: imports.ImportRow,
  language: string,
): string {
  const title = `export:tables.${refusedTable ?? ''}`
  const table = deps.texts.has(title) ? deps.texts.text(language, title) : (refusedTable ?? '')
  const place = { table, row: refusedRow ?? 0, file: refusedFile ?? '' }
  return deps.texts.text(language, `errors:${code}`, place)
}
