import { timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { FileId, Photo, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { Refusal, found } from '../../refusal.ts'
import { PICTURES, type PictureKind, addressEnd, isLeftOver } from './files.domain.ts'
import * as files from './files.repository.ts'

/** A picture as a form brought it; neither name nor type is to be believed. */
export type SentPicture = { bytes: Buffer; name: string; declaredType: string }

/** A picture whose bytes are kept, and which has no row yet. */
export type KeptPicture = { id: FileId; kind: PictureKind; mediaType: string; byteSize: number }

/**
 * Makes a sent picture anew and keeps its bytes, before the transaction that gives them their row: after a crash in
 * between they belong to nothing, and `sweepFiles` removes them. Senders take turns by `sender`; `field` is its name in
 * the form.
 * @throws Refusal `request.invalid` on the field for what is no picture of ours
 */
export async function keepPicture(
  deps: Deps,
  sender: UserId,
  sent: SentPicture | undefined,
  kind: PictureKind,
  field: string = kind,
): Promise<KeptPicture> {
  if (!sent) throw new Refusal('request.invalid', { [field]: 'file_required' })
  const made = await deps.images.remake(sender, sent, PICTURES[kind])
  if ('fault' in made) throw new Refusal('request.invalid', { [field]: `image_${made.fault}` })
  const id = deps.newId<FileId>()
  await deps.files.put(id, Readable.from([made.bytes]))
  return { id, kind, mediaType: made.mediaType, byteSize: made.bytes.length }
}

/** A picture and the one it takes the place of; null where there is none. */
export type Replacement = { ownerId: UserId; picture: KeptPicture | null; replaces: FileId | null }

/**
 * Gives a picture its row, or takes the one before away without another (null). Answers whose bytes `dropBytes` may
 * take once this is committed. The caller has locked the row that shows the picture, and found there which one it
 * `replaces`: a coach owns many of one kind, one for each client and group.
 */
export async function replacePicture(
  deps: Deps,
  tx: Transaction<DB>,
  { ownerId, picture, replaces }: Replacement,
): Promise<FileId[]> {
  if (picture) await files.insertFile(tx, { ...picture, ownerId }, deps.clock.now())
  return replaces && (await files.removeFile(tx, ownerId, replaces)) ? [replaces] : []
}

/** Takes the bytes of files that have no row any more. What fails is left to `sweepFiles`. */
export async function dropBytes(deps: Deps, ids: readonly FileId[]): Promise<void> {
  for (const id of ids) {
    await deps.files
      .remove(id)
      .catch((error: unknown) => deps.log.warn({ err: error, id }, 'file not removed'))
  }
}

/** How many ids are compared with the table at a time. */
const SWEEP_BATCH = 500

/** Takes bytes away that no row knows: a crash came between them and their row, or between its end and theirs. */
export async function sweepFiles(deps: Deps): Promise<number> {
  let swept = 0
  let batch: string[] = []
  const sweep = async () => {
    for (const id of await files.listUnknown(deps.db, batch)) {
      await deps.files.remove(id)
      swept += 1
    }
    batch = []
  }
  for await (const { id, storedAt } of deps.files.list()) {
    if (!isLeftOver(storedAt, deps.clock.now())) continue
    batch.push(id)
    if (batch.length === SWEEP_BATCH) await sweep()
  }
  await sweep()
  return swept
}

/** Where a browser finds a picture: an address that is its own permission, for a day or two. None stays none. */
export function photoOf(deps: Deps, id: FileId | null): Photo | null {
  if (id === null) return null
  const until = String(addressEnd(deps.clock.now()))
  const signature = signatureOf(deps, id, until).toString('base64url')
  return { fileURL: `/v1/file/${id}?${new URLSearchParams({ until, signature }).toString()}` }
}

export type OpenedFile = { stream: Readable; mediaType: string; byteSize: number; kind: PictureKind }

/** GET: the file of a signed address. One that is wrong, has run out or names nothing is missing alike. */
export async function openFile(
  deps: Deps,
  id: FileId,
  { until, signature }: { until: string; signature: string },
): Promise<OpenedFile> {
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(deps, id, until)
  const isSigned = given.length === right.length && timingSafeEqual(given, right)
  if (!isSigned || Number(until) <= deps.clock.now()) throw new Refusal('file.not_found')
  const row = found(await files.findFile(deps.db, id), 'file.not_found')
  return { ...row, stream: found(await deps.files.get(id), 'file.not_found') }
}

function signatureOf(deps: Deps, id: FileId, until: string): Buffer {
  return deps.tokens.hashGuessable('file', `${id}:${until}`)
}
