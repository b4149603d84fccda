import { timingSafeEqual } from 'node:crypto'
import type { Proof } from '#contract/account/accounts.ts'
import type { DataExportDto } from '#contract/account/data-exports.ts'
import { type AuthSessionId, type ExportId, toWire } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import { toIso } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import { changeTimers } from '#server/events/timers.ts'
import type { Actor } from '../../policy/actor.ts'
import { Refusal, found } from '../../refusal.ts'
import { audit, auditOften } from '../audit/audit.service.ts'
import { requireProof } from '../auth/sign-in/proof.service.ts'
import { isSignInOpen } from '../auth/sign-in/sign-ins.service.ts'
import { type SentFile, sendBytes } from '../resources/downloads.service.ts'
import { dispositionOf } from '../resources/file-kinds.domain.ts'
import { MOST_A_DAY, addressEnd, countedSince } from './data-exports.domain.ts'
import type { AuditOrigin } from '../audit/audit.domain.ts'
import * as exports from './data-exports.repository.ts'

type ExportRow = exports.ExportRow

/** GET: the last archive that the person asked for, unless its time is over. */
export async function getDataExport(deps: Deps, actor: Actor): Promise<{ export: DataExportDto | null }> {
  const row = await exports.findLast(deps.db, actor.userId)
  if (!row || hasExpired(deps, row)) return { export: null }
  return { export: presentExport(row, actor) }
}

/**
 * POST: has an archive of all their data written. While one is, it is that one, however often it is asked for. It
 * contains a whole practice, so a sign-in alone is not enough (docs/decisions/028).
 * @throws Refusal as `requireProof`, `export.too_many` after five in a day
 */
export async function askDataExport(
  deps: Deps,
  actor: Actor,
  proof: Proof,
  origin: AuditOrigin,
): Promise<DataExportDto> {
  await requireProof(deps, actor, proof, origin)
  const { userId, coachId, authSessionId } = actor
  await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const id = deps.newId<ExportId>()
    const earlier = await exports.countSince(tx, userId, countedSince(now))
    if (!(await exports.insertExport(tx, { id, userId, coachId, authSessionId }, now))) return
    if (earlier >= MOST_A_DAY) throw new Refusal('export.too_many')
    await audit(deps, tx, { kind: 'data.export_asked', userId, actor: userId, origin })
    // It becomes a job as soon as a worker sees it.
    const command = { type: 'export.make', exportId: id } as const
    await changeTimers(tx, [{ kind: 'set', key: `export.make:${id}`, dueAt: now, command }])
  })
  return presentExport(found(await exports.findLast(deps.db, userId), 'user.not_found'), actor)
}

/**
 * POST: an address of the archive for the browser, which cannot send a token with a download. A sign-in other than the one
 * that asked for the archive proves itself again.
 * @throws Refusal `export.not_found`, and as `requireProof`
 */
export async function openDataExport(
  deps: Deps,
  actor: Actor,
  id: ExportId,
  proof: Proof,
  origin: AuditOrigin,
): Promise<{ address: string; expiresAt: ReturnType<typeof toIso> }> {
  const row = await exports.findExport(deps.db, id)
  if (!row || row.userId !== actor.userId || !isOpen(deps, row)) throw new Refusal('export.not_found')
  if (row.authSessionId !== actor.authSessionId) await requireProof(deps, actor, proof, origin)
  const { userId } = actor
  await deps.db
    .transaction()
    .execute((tx) =>
      auditOften(
        deps,
        tx,
        { kind: 'data.exported', userId, actor: userId, origin },
        `${id} ${actor.authSessionId}`,
      ),
    )
  const expiresAt = addressEnd(deps.clock.now(), row.expiresAt!)
  const until = String(expiresAt)
  const by = actor.authSessionId
  const signature = signatureOf(deps, row, { until, by }).toString('base64url')
  const query = new URLSearchParams({ until, by, signature })
  return { address: `/v1/export/${id}/archive?${query.toString()}`, expiresAt: toIso(expiresAt) }
}

/** GET: the bytes behind an address. A wrong, expired or unknown one is answered alike. */
export async function fetchArchive(
  deps: Deps,
  id: ExportId,
  { until, by, signature }: { until: string; by: AuthSessionId; signature: string },
  { range: rangeHeader, language }: { range: string | undefined; language: string },
): Promise<SentFile> {
  const row = await exports.findExport(deps.db, id)
  const given = Buffer.from(signature, 'base64url')
  const right = row && signatureOf(deps, row, { until, by })
  const isSigned = right?.length === given.length && timingSafeEqual(given, right)
  if (!row || !isSigned || !(Number(until) > deps.clock.now()) || !isOpen(deps, row)) {
    throw new Refusal('export.not_found')
  }
  // An address ends with the sign-in that it was given to.
  if (!(await isSignInOpen(deps.db, row.userId, by))) throw new Refusal('export.not_found')
  const byteSize = row.byteSize!
  const date = dateOf(row.readyAt!, 'UTC')
  return sendBytes((range) => deps.exportFiles.get(row.fileId!, range), {
    byteSize,
    rangeHeader,
    missing: 'export.not_found',
    headers: {
      'content-type': 'application/zip',
      'content-disposition': dispositionOf(
        'attachment',
        deps.texts.text(language, 'export:fileName', { date }),
      ),
      // It is packed already, and a packed answer has neither a length nor parts.
      'content-encoding': 'identity',
      'accept-ranges': 'bytes',
      'etag': `"${row.fileId!}"`,
      'cache-control': 'private, no-store',
    },
  })
}

function presentExport(row: ExportRow, actor: Actor): DataExportDto {
  return {
    id: row.id,
    state: row.state,
    askedAt: toWire(row.askedAt),
    progress: row.progress,
    byteSize: row.byteSize,
    readyAt: toWire(row.readyAt),
    expiresAt: toWire(row.expiresAt),
    missingFiles: row.missingFiles,
    ownSignIn: row.authSessionId === actor.authSessionId,
  }
}

const hasExpired = (deps: Deps, { expiresAt }: ExportRow) =>
  expiresAt !== null && expiresAt <= deps.clock.now()

const isOpen = (deps: Deps, row: ExportRow) => row.state === 'ready' && !hasExpired(deps, row)

// Bound to the person, so that an id alone says nothing, and to the archive, so that another one needs another address.
function signatureOf(
  deps: Deps,
  { id, userId, fileId }: ExportRow,
  { until, by }: { until: string; by: AuthSessionId },
): Buffer {
  return deps.tokens.hashGuessable('dataExport', `${id}:${userId}:${fileId ?? ''}:${by}:${until}`)
}
