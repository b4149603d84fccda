import { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { ResourceFileDto } from '#contract/resources/resources.ts'
import type { ResourceFileId } from '#contract/values.ts'
import { epochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Actor, CoachActor } from '../../policy/actor.ts'
import { type Scope, scopeOf } from '../../policy/scope.ts'
import { Refusal, found, refuseFields } from '../../refusal.ts'
import { kindOf, nameErrors, previewOf } from './file-kinds.domain.ts'
import * as files from './resource-files.repository.ts'
import { removeOrphans } from '../files/orphans.service.ts'
import { UNUSED_FILE_MS } from './resources.domain.ts'
import { presentFile } from './resources.presenter.ts'

export type Announcement = { name: string; byteSize: number }

/**
 * What a file is stored as. @throws Refusal `request.invalid` for its name, `upload.too_large` beyond the limit of the
 * server, or beyond `largest` if that is less
 */
export function checkAnnouncement(
  { config }: Deps,
  { name: sent, byteSize }: Announcement,
  largest = Infinity,
): Announcement {
  const mostBytes = Math.min(config.resourceMaxBytes, largest)
  const name = sent.normalize('NFC')
  refuseFields(nameErrors(name))
  if (byteSize > mostBytes) {
    const limit = `file_too_large|megabytes=${mostBytes / 1_048_576}`
    throw new Refusal('upload.too_large', { file: limit })
  }
  return { name, byteSize }
}

/**
 * Announces a file in the caller's transaction and takes its space, so that it is not refused at its end. Announcing
 * waits for others of the same practice. @throws Refusal `resource.quota_exceeded`
 */
export async function announce(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  file: Announcement,
): Promise<ResourceFileId> {
  const id = deps.newId<ResourceFileId>()
  await lockSpace(tx, actor)
  await files.insertFile(tx, scopeOf(actor), { id, ...file }, deps.clock.now())
  await refuseOverQuota(deps, tx, scopeOf(actor))
  return id
}

/** Makes others of the same practice who announce files wait for the caller's transaction. */
export function lockSpace(tx: Transaction<DB>, actor: Actor): Promise<void> {
  return files.lockSpace(tx, scopeOf(actor))
}

/** POST: announces a file of a resource. @throws Refusal as above */
export async function beginUpload(
  deps: Deps,
  actor: CoachActor,
  sent: Announcement,
): Promise<Announcement & { id: ResourceFileId }> {
  const file = checkAnnouncement(deps, sent)
  const id = await deps.db.transaction().execute((tx) => announce(deps, tx, actor, file))
  return { id, ...file }
}

async function refuseOverQuota(deps: Deps, db: Deps['db'], scope: Scope): Promise<void> {
  if ((await files.sumBytes(db, scope)) > deps.config.resourceQuotaBytes) {
    throw new Refusal('resource.quota_exceeded')
  }
}

/** How much of an announced file has come. @throws Refusal `resource.file_not_found` */
export async function uploadState(
  deps: Deps,
  actor: Actor,
  id: ResourceFileId,
): Promise<{ byteSize: number; received: number }> {
  return found(await files.findFile(deps.db, scopeOf(actor), id), 'resource.file_not_found')
}

/**
 * Stores a part under a separate id before its row names it: one that is cut off is not stored at all, and one that
 * another came before is removed. @returns where it ends; undefined if another came first
 */
export async function addPart(
  deps: Deps,
  actor: Actor,
  id: ResourceFileId,
  { source, offset, byteSize }: { source: Readable; offset: number; byteSize: number },
): Promise<number | undefined> {
  const part = deps.newId<string>()
  await deps.resourceFiles.put(part, source, byteSize)
  const now = deps.clock.now()
  const added = await files.addPart(deps.db, scopeOf(actor), id, { id: part, offset, byteSize }, now)
  if (added) return offset + byteSize
  await dropParts(deps, [part])
  return undefined
}

type Finishing = {
  onKept?: (tx: Transaction<DB>) => Promise<void>
  previewBox?: { width: number; height: number }
}

/**
 * POST finish: looks at the content and joins the parts. A file that is refused is forgotten at once, with its bytes.
 * @param more.onKept what else becomes true in the transaction that keeps the file, once however often it is finished
 * @param more.previewBox the size of a preview that is kept of a picture
 * @throws Refusal `resource.file_not_found`, `resource.upload_incomplete`, `resource.file_refused`,
 * `resource.quota_exceeded` if the limit was lowered meanwhile
 */
export async function finishUpload(
  deps: Deps,
  actor: Actor,
  id: ResourceFileId,
  { onKept, previewBox }: Finishing = {},
): Promise<ResourceFileDto> {
  const scope = scopeOf(actor)
  const row = found(await files.findFile(deps.db, scope, id), 'resource.file_not_found')
  const { mediaType, name, byteSize, received, parts } = row
  if (mediaType !== null) return presentFile({ id, name, byteSize, mediaType })
  if (received < byteSize) throw new Refusal('resource.upload_incomplete')
  try {
    await refuseOverQuota(deps, deps.db, scope)
    const kind = kindOf(name, await deps.readContent(joined(deps, parts)))
    if ('fault' in kind) throw new Refusal('resource.file_refused', { file: kind.fault })
    const isPicture = previewOf(kind.mediaType) === 'image'
    const preview = isPicture && previewBox ? await keepPreview(deps, actor, parts, previewBox) : undefined
    const whole = deps.newId<string>()
    await deps.resourceFiles.put(whole, joined(deps, parts), byteSize)
    const kept = { part: whole, mediaType: kind.mediaType, preview }
    const isFirst = await deps.db.transaction().execute(async (tx) => {
      const keeps = await files.keepFile(tx, scope, id, kept, deps.clock.now())
      if (keeps) await onKept?.(tx)
      return keeps
    })
    await dropParts(deps, isFirst ? parts : [whole, ...(preview ? [preview.part] : [])])
    return isFirst ? presentFile({ id, name, byteSize, ...kind }) : await keptMeanwhile(deps, scope, id)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Its parts are gone: another call finished or cancelled it first.
    if (error.code === 'resource.file_not_found') return keptMeanwhile(deps, scope, id)
    await dropParts(deps, (await files.removeUnfinished(deps.db, scope, id)) ?? [])
    throw error
  }
}

async function keepPreview(
  deps: Deps,
  { userId }: Actor,
  parts: readonly string[],
  box: { width: number; height: number },
): Promise<files.Preview | undefined> {
  const made = await deps.images.preview(userId, () => joined(deps, parts), box)
  if (!made) return undefined
  const part = deps.newId<string>()
  await deps.resourceFiles.put(part, Readable.from([made.bytes]), made.bytes.length)
  return { part, width: made.width, height: made.height }
}

async function keptMeanwhile(deps: Deps, scope: Scope, id: ResourceFileId): Promise<ResourceFileDto> {
  const { mediaType, ...file } = found(await files.findFile(deps.db, scope, id), 'resource.file_not_found')
  if (mediaType === null) throw new Refusal('resource.file_not_found')
  return presentFile({ ...file, mediaType })
}

/** DELETE: forgets a file that nothing uses. @throws Refusal `resource.file_not_found` */
export async function cancelUpload(deps: Deps, actor: Actor, id: ResourceFileId): Promise<void> {
  await dropParts(
    deps,
    found(await files.removeUnused(deps.db, scopeOf(actor), id), 'resource.file_not_found'),
  )
}

/** Deletes bytes that no row names any more. Failures are left to `sweepResourceFiles`. */
export async function dropParts(deps: Deps, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await deps.resourceFiles
      .remove(id)
      .catch((error: unknown) => deps.log.warn({ err: error, id }, 'bytes of a resource not removed'))
  }
}

function joined(deps: Deps, parts: readonly string[]): Readable {
  return Readable.from(
    (async function* () {
      for (const part of parts) yield* found(await deps.resourceFiles.get(part), 'resource.file_not_found')
    })(),
  )
}

/**
 * Removes files that were never finished or never used, and bytes that no row names: a crash happened between writing
 * or deleting them and their row, or their resource was purged. @returns how many parts of files
 */
export async function sweepResourceFiles(deps: Deps): Promise<number> {
  const forgotten = await files.removeForgotten(deps.db, epochMs(deps.clock.now() - UNUSED_FILE_MS))
  await dropParts(deps, forgotten)
  return forgotten.length + (await removeOrphans(deps, deps.resourceFiles, files.listUnknown))
}
