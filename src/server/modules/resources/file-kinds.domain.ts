import type { PreviewKind, ResourceType } from '#contract/resources/resources.ts'

/** A kind of file that a resource may be: how it is sent, the endings of its name, and how a browser shows it. */
type FileKind = {
  mediaType: string
  /** What the content may be told as, if not only the media type itself. */
  found?: readonly string[]
  /** The first is the one added to a name without any. */
  endings: readonly string[]
  preview: PreviewKind | null
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument'

/** The kinds of product §14: PDF, Office, images, audio and video. Nothing that a browser would run. */
const KINDS: readonly FileKind[] = [
  { mediaType: 'application/pdf', endings: ['pdf'], preview: 'pdf' },
  { mediaType: `${OFFICE}.wordprocessingml.document`, endings: ['docx'], preview: null },
  { mediaType: `${OFFICE}.spreadsheetml.sheet`, endings: ['xlsx'], preview: null },
  { mediaType: `${OFFICE}.presentationml.presentation`, endings: ['pptx'], preview: null },
  { mediaType: `${OPEN_DOCUMENT}.text`, endings: ['odt'], preview: null },
  { mediaType: `${OPEN_DOCUMENT}.spreadsheet`, endings: ['ods'], preview: null },
  { mediaType: `${OPEN_DOCUMENT}.presentation`, endings: ['odp'], preview: null },
  { mediaType: 'application/msword', found: ['application/x-cfb'], endings: ['doc'], preview: null },
  { mediaType: 'application/vnd.ms-excel', found: ['application/x-cfb'], endings: ['xls'], preview: null },
  {
    mediaType: 'application/vnd.ms-powerpoint',
    found: ['application/x-cfb'],
    endings: ['ppt'],
    preview: null,
  },
  { mediaType: 'image/jpeg', endings: ['jpg', 'jpeg', 'jfif'], preview: 'image' },
  { mediaType: 'image/png', found: ['image/png', 'image/apng'], endings: ['png', 'apng'], preview: 'image' },
  { mediaType: 'image/webp', endings: ['webp'], preview: 'image' },
  { mediaType: 'image/gif', endings: ['gif'], preview: 'image' },
  { mediaType: 'image/avif', endings: ['avif'], preview: 'image' },
  { mediaType: 'audio/mpeg', endings: ['mp3'], preview: 'audio' },
  {
    mediaType: 'audio/mp4',
    found: ['audio/mp4', 'audio/x-m4a', 'video/mp4'],
    endings: ['m4a'],
    preview: 'audio',
  },
  { mediaType: 'audio/aac', endings: ['aac'], preview: 'audio' },
  { mediaType: 'audio/wav', found: ['audio/wav', 'audio/vnd.wave'], endings: ['wav'], preview: 'audio' },
  { mediaType: 'audio/flac', found: ['audio/flac', 'audio/x-flac'], endings: ['flac'], preview: 'audio' },
  {
    mediaType: 'audio/ogg',
    found: ['audio/ogg', 'audio/opus', 'audio/ogg; codecs=opus'],
    endings: ['ogg', 'oga', 'opus'],
    preview: 'audio',
  },
  { mediaType: 'video/mp4', found: ['video/mp4', 'video/x-m4v'], endings: ['mp4', 'm4v'], preview: 'video' },
  { mediaType: 'video/webm', found: ['video/webm', 'audio/webm'], endings: ['webm'], preview: 'video' },
  { mediaType: 'video/quicktime', endings: ['mov', 'qt'], preview: 'video' },
]

/** What is known of a file's content: what its first bytes are, and whether anything in it contradicts that. */
export type FoundContent = {
  mediaType: string | undefined
  /** It is also something else, such as a page or an archive. */
  mixed: boolean
  /** It unpacks to far more than a file of its kind has. */
  swells: boolean
}

/** Why a file is refused: keys of the `validation` texts. */
export type FileFault = 'file_kind' | 'file_mislabelled' | 'file_mixed' | 'file_swells'

/**
 * The media type of a file, by its content and not by its name, which has to agree (product §14, ASVS 5.2.2); or
 * why it is refused.
 */
export function kindOf(name: string, content: FoundContent): { mediaType: string } | { fault: FileFault } {
  const candidates = KINDS.filter(({ mediaType, found = [mediaType] }) =>
    found.includes(content.mediaType ?? ''),
  )
  if (candidates.length === 0) return { fault: 'file_kind' }
  const kind = candidates.find(({ endings }) => endings.includes(endingOf(name)))
  if (!kind) return { fault: 'file_mislabelled' }
  if (content.mixed) return { fault: 'file_mixed' }
  if (content.swells) return { fault: 'file_swells' }
  return { mediaType: kind.mediaType }
}

/** How a browser shows a file of this type; null if it is only downloaded. */
export function previewOf(mediaType: string): PreviewKind | null {
  return KINDS.find((kind) => kind.mediaType === mediaType)?.preview ?? null
}

/** Whether a file of this type fits a type of resource: a video is a video, and a file is anything. */
export function fits(type: ResourceType, mediaType: string): boolean {
  return type === 'file' || previewOf(mediaType) === type
}

const LONGEST_NAME = 200
// What ends or redirects a path, controls a terminal, or turns a name around so that its ending looks like another.
const UNSAFE = /[/\\:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/**
 * What is wrong with the name of a file: a path, characters that no name needs, marks that change the direction of
 * writing, nothing before its ending, or no ending that is known.
 */
export function nameErrors(name: string): Record<string, string> {
  if (UNSAFE.test(name) || name.length > LONGEST_NAME || /^[.\s]*(\.[^.]*)?$/.test(name)) {
    return { name: 'file_name' }
  }
  return KINDS.some(({ endings }) => endings.includes(endingOf(name))) ? {} : { name: 'file_kind' }
}

function endingOf(name: string): string {
  return /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/**
 * The Content-Disposition of a file (RFC 6266 §4): its name in full for browsers that read it, and an approximation of
 * plain letters for the others.
 */
export function dispositionOf(as: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w. -]/g, '_')
  const full = encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `${as}; filename="${plain}"; filename*=UTF-8''${full}`
}

/** A part of a file, both ends included. */
export type Range = { start: number; end: number }

/**
 * The part that a `Range` header asks for (RFC 9110 §14.1.2); 'none' if there is no such part, undefined for the whole
 * file: without a header, with several ranges, or with one that cannot be read, which is ignored.
 */
export function rangeOf(header: string | undefined, byteSize: number): Range | 'none' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [first, last] = [match[1]!, match[2]!]
  if (first === '') {
    const length = Math.min(Number(last), byteSize)
    return length === 0 ? 'none' : { start: byteSize - length, end: byteSize - 1 }
  }
  const start = Number(first)
  const end = last === '' ? byteSize - 1 : Math.min(Number(last), byteSize - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= byteSize ? 'none' : { start, end }
}
