import { timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ErrorCode } from '#contract/errors.ts'
import type { ResourceFileId, ResourceId } from '#contract/values.ts'
import { toIso } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { type Range, dispositionOf, previewOf, rangeOf } from './file-kinds.domain.ts'
import * as files from './resource-files.repository.ts'
import { addressEnd } from './resources.domain.ts'
import { findResource } from './resources.repository.ts'

type As = 'inline' | 'attachment' | 'preview'

/**
 * GET: the addresses of a file for this person. Each is signed for them and for an hour, and is checked against what
 * they may see whenever it is used.
 * @throws Refusal `resource.not_found`, `resource.no_file`
 */
export async function openDownload(deps: Deps, actor: Actor, id: ResourceId) {
  const row = found(await findResource(deps.db, scopeOf(actor), id), 'resource.not_found')
  if (row.fileId === null || row.mediaType === null) throw new Refusal('resource.no_file')
  return addressesOf(deps, actor, { fileId: row.fileId, mediaType: row.mediaType })
}

/** The addresses of a file that this person sees, to show it (null if no browser does) and to save it. */
export function addressesOf(
  deps: Deps,
  actor: Actor,
  { fileId, mediaType }: { fileId: ResourceFileId; mediaType: string },
) {
  const { address, until } = signer(deps, actor, fileId)
  return {
    inline: previewOf(mediaType) === null ? null : address('inline'),
    attachment: address('attachment'),
    expiresAt: toIso(until),
  }
}

/** The same with the preview that a picture of a message has. */
export function addressesWithPreview(
  deps: Deps,
  actor: Actor,
  { hasPreview, ...file }: { fileId: ResourceFileId; mediaType: string; hasPreview: boolean },
) {
  const { address } = signer(deps, actor, file.fileId)
  return { ...addressesOf(deps, actor, file), preview: hasPreview ? address('preview') : null }
}

function signer(deps: Deps, actor: Actor, fileId: ResourceFileId) {
  const until = addressEnd(deps.clock.now())
  const reader = actor.userType === 'coach' ? actor.coachId : actor.clientId
  const address = (as: As) => {
    const signature = signatureOf(deps, { fileId, until: String(until), reader, as }).toString('base64url')
    const query = new URLSearchParams({ until: String(until), reader, as, signature })
    return `/v1/resource/content/${fileId}?${query.toString()}`
  }
  return { address, until }
}

type Address = { until: string; reader: string; as: As; signature: string }

export type SentFile = {
  /** 206 for a part, 416 for a part that the file does not have, 200 for all of it. */
  status: 200 | 206 | 416
  content: Readable | ''
  headers: Record<string, string | number>
}

/**
 * GET: the bytes behind an address. A wrong, expired or withdrawn one is answered like an unknown one. What a browser
 * shows it shows in a sandbox; everything else is saved (ASVS 5.4).
 */
export async function openFile(
  deps: Deps,
  fileId: ResourceFileId,
  { signature, ...signed }: Address,
  rangeHeader: string | undefined,
): Promise<SentFile> {
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(deps, { fileId, ...signed })
  const isSigned = given.length === right.length && timingSafeEqual(given, right)
  if (!isSigned || !(Number(signed.until) > deps.clock.now())) throw new Refusal('resource.file_not_found')
  const file = found(await files.findShown(deps.db, fileId, signed.reader), 'resource.file_not_found')
  if (signed.as === 'preview') return openPreview(deps, fileId, file.preview)
  const { byteSize, mediaType, name, part } = file
  const as = previewOf(mediaType) === null ? 'attachment' : signed.as
  const headers = {
    'content-type': mediaType,
    'content-disposition': dispositionOf(as, name),
    'content-security-policy': "default-src 'none'; sandbox",
    'accept-ranges': 'bytes',
    // Already packed, and a packed answer has neither a length nor parts.
    'content-encoding': 'identity',
    // Other bytes have another id.
    'etag': `"${fileId}"`,
    'cache-control': 'private, no-store',
  }
  return sendBytes((range) => deps.resourceFiles.get(part, range), {
    byteSize,
    headers,
    rangeHeader,
    missing: 'resource.file_not_found',
  })
}

type Sending = {
  byteSize: number
  headers: Record<string, string | number>
  rangeHeader: string | undefined
  /** The refusal if the bytes are gone. */
  missing: ErrorCode
}

/** The bytes of a stored file, or the part of them that is asked for (RFC 9110 §14). */
export async function sendBytes(
  get: (range: Range | undefined) => Promise<Readable | undefined>,
  { byteSize, headers, rangeHeader, missing }: Sending,
): Promise<SentFile> {
  const range = rangeOf(rangeHeader, byteSize)
  if (range === 'none') {
    return { status: 416, content: '', headers: { 'content-range': `bytes */${byteSize}` } }
  }
  const content = found(await get(range), missing)
  if (!range) return { status: 200, content, headers: { ...headers, 'content-length': byteSize } }
  return { status: 206, content, headers: { ...headers, ...partHeaders(range, byteSize) } }
}

/** A preview was made by this server, so it has one type and no parts. */
async function openPreview(deps: Deps, fileId: ResourceFileId, preview: string | null): Promise<SentFile> {
  const content = found(
    preview === null ? undefined : await deps.resourceFiles.get(preview),
    'resource.file_not_found',
  )
  return {
    status: 200,
    content,
    headers: {
      'content-type': PREVIEW_TYPE,
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-encoding': 'identity',
      'etag': `"${fileId}-preview"`,
      // For as long as its address is valid: a list that scrolls shows it again and again.
      'cache-control': 'private, max-age=3600, immutable',
    },
  }
}

const PREVIEW_TYPE = 'image/webp'

const partHeaders = ({ start, end }: Range, byteSize: number) => ({
  'content-range': `bytes ${start}-${end}/${byteSize}`,
  'content-length': end - start + 1,
})

function signatureOf(
  deps: Deps,
  { fileId, until, reader, as }: Omit<Address, 'signature'> & { fileId: ResourceFileId },
): Buffer {
  return deps.tokens.hashGuessable('resourceFile', `${fileId}:${until}:${reader}:${as}`)
}
