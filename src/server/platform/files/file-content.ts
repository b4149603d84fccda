import type { Readable } from 'node:stream'
import { archiveOf } from './archive.ts'

/** What the bytes of a file say about it, whatever its name. */
export type FileContent = {
  /** Undefined for what has no signature, such as text and pages. */
  mediaType: string | undefined
  /** It can also be read as something else: an archive behind a picture, a page in front of it. */
  mixed: boolean
  /** It unpacks to far more than its size, or has more pixels than a screen of any size. */
  swells: boolean
}

/** Enough for every signature, also behind the pictures in front of some songs, and for the list of an archive. */
const EDGE_BYTES = 1_048_576

/** How far a browser looks for a page when it guesses, and how far behind the end of a picture one may hide. */
const SNIFFED_BYTES = 1_024
const HIDDEN_BYTES = 65_536

const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|object|embed|\?php)[\s>/]/i

/**
 * Reads a file once and says what it is. Only its first and last megabyte are held in memory.
 * @throws what the stream throws
 */
export async function readContent(source: Readable): Promise<FileContent> {
  const { head, tail, size } = await edgesOf(source)
  const { fileTypeFromBuffer } = await import('file-type')
  const archive = archiveOf(head, tail, size)
  const isArchive = head.subarray(0, 2).toString('latin1') === 'PK'
  if (isArchive) {
    const kind = archive?.kind
    return { mediaType: kind, mixed: archive?.displaced ?? false, swells: archive?.swells ?? false }
  }
  const found = (await fileTypeFromBuffer(head))?.mime
  // Readers of PDF accept a header within the first kilobyte, behind anything else.
  const hidesPdf = found !== 'application/pdf' && head.subarray(0, SNIFFED_BYTES).includes('%PDF-')
  return {
    mediaType: found,
    mixed: archive !== undefined || hidesPdf || hasMarkup(found, head, tail),
    swells: found?.startsWith('image/') === true && (await hasTooManyPixels(head)),
  }
}

async function edgesOf(source: Readable) {
  const head: Buffer[] = []
  let tail: Buffer[] = []
  let [size, tailSize] = [0, 0]
  for await (const chunk of source as AsyncIterable<Buffer>) {
    if (size < EDGE_BYTES) head.push(chunk.subarray(0, EDGE_BYTES - size))
    size += chunk.length
    tail.push(chunk)
    tailSize += chunk.length
    while (tailSize - tail[0]!.length >= EDGE_BYTES) tailSize -= tail.shift()!.length
  }
  const end = Buffer.concat(tail)
  tail = []
  return { head: Buffer.concat(head), tail: end.subarray(Math.max(0, end.length - EDGE_BYTES)), size }
}

function hasMarkup(mediaType: string | undefined, head: Buffer, tail: Buffer): boolean {
  const start = head.subarray(0, SNIFFED_BYTES).toString('latin1')
  // A document may end with words like these; a picture or a sound does not.
  const end =
    mediaType === 'application/pdf'
      ? ''
      : tail.subarray(Math.max(0, tail.length - HIDDEN_BYTES)).toString('latin1')
  return MARKUP.test(start) || MARKUP.test(end)
}

/** Decoded it would take 400 MB of the browser. */
const MOST_PIXELS = 100_000_000

async function hasTooManyPixels(head: Buffer): Promise<boolean> {
  const { default: sharp } = await import('sharp')
  try {
    // Of an animation the pixels of one picture: they are shown one after the other.
    const { width, height } = await sharp(head, { limitInputPixels: false, failOn: 'none' }).metadata()
    return width * height > MOST_PIXELS
  } catch {
    // Its size cannot be told from the beginning, so nothing shows it either.
    return false
  }
}
