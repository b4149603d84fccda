import { timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { FileId, Photo, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { Refusal, found } from '../../refusal.ts'
import { PICTURES, type PictureKind, addressEnd } from './files.domain.ts'
import * as files from './files.repository.ts'
import { removeOrphans } from './orphans.service.ts'

/** An uploaded picture; neither name nor type can be trusted. */
export type SentPicture = { bytes: Buffer; name: string; declaredType: string }

/** A picture whose bytes are stored, and which has no row yet. */
export type KeptPicture = { id: FileId; kind: PictureKind; mediaType: string; byteSize: number }

/**
 * Re-encodes an uploaded picture and stores its bytes, before the transaction that inserts their row: after a crash in
 * between they are orphaned, and `sweepFiles` removes them. Senders take turns by `sender`; `field` is its name in the
 * form.
 * @throws Refusal `request.invalid` on the field for an unsupported picture
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
  await deps.files.put(id, Readable.from([made.bytes]), made.bytes.length)
  return { id, kind, mediaType: made.mediaType, byteSize: made.bytes.length }
}

/** A picture and the one it replaces; either may be null. */
export type Replacement = { ownerId: UserId; picture: KeptPicture | null; replaces: FileId | null }

/**
 * Inserts a picture's row, or only removes the previous one (null). Returns the ids for `dropBytes` after the commit.
 * The caller has locked the row that shows the picture, and read from it which one it `replaces`: a coach owns many of
 * one kind, one for each client and group.
 */
export async function replacePicture(
  deps: Deps,
  tx: Transaction<DB>,
  { ownerId, picture, replaces }: Replacement,
): Promise<FileId[]> {
  if (picture) await files.insertFile(tx, { ...picture, ownerId }, deps.clock.now())
  return replaces && (await files.removeFile(tx, ownerId, replaces)) ? [replaces] : []
}

/** Deletes the bytes of files without a row. Failures are left to `sweepFiles`. */
export async function dropBytes(deps: Deps, ids: readonly FileId[]): Promise<void> {
  for (const id of ids) {
    await deps.files
      .remove(id)
      .catch((error: unknown) => deps.log.warn({ err: error, id }, 'file not removed'))
  }
}

/** Deletes orphaned bytes: a crash happened between writing or deleting them and their row. */
export function sweepFiles(deps: Deps): Promise<number> {
  return removeOrphans(deps, deps.files, files.listUnknown)
}

/** The address of a picture: it is its own permission, for a day or two. Null stays null. */
export function photoOf(deps: Deps, id: FileId | null): Photo | null {
  if (id === null) return null
  const until = String(addressEnd(deps.clock.now()))
  const signature = signatureOf(deps, id, until).toString('base64url')
  return { fileURL: `/v1/file/${id}?${new URLSearchParams({ until, signature }).toString()}` }
}

export type OpenedFile = { stream: Readable; mediaType: string; byteSize: number; kind: PictureKind }

/** GET: the file of a signed address. A wrong, expired or unknown one is answered alike. */
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
