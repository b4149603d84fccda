import { disarmed } from '#server/modules/client-files/csv.domain.ts'

/** A row of an export, as the database writes it. */
export type ExportedRow = Record<string, unknown>

/**
 * The columns of a table that a person reads: without the document of a text that is there as plain text as well, and
 * without the ids of rows, which only programs need.
 */
export function readableColumns(columns: readonly string[]): string[] {
  const isDocument = (column: string) => column === 'body' && columns.includes('body_text')
  return columns.filter((column) => column !== 'id' && !isDocument(column))
}

/** A value as a cell of a spreadsheet, which shows it and never executes it (OWASP, CSV injection). */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return disarmed(value)
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return disarmed(value.join(', '))
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return disarmed(JSON.stringify(value))
}

/** Linux takes 255 bytes; the ending comes to it. */
const MOST_BYTES = 200
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * A name that every system can unpack, from one that somebody typed: no folders, no control or reserved characters, no
 * dots at either end.
 */
export function safeFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    // Control characters, those that turn the direction of text, and what a path is made of.
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]{1,10})?$/su.exec(plain) ?? []
  const short = shortened(stem)
  return `${RESERVED.test(short) ? `_${short}` : short || '_'}${extension}`
}

function shortened(text: string): string {
  let short = ''
  let byteSize = 0
  for (const letter of text) {
    byteSize += Buffer.byteLength(letter)
    if (byteSize > MOST_BYTES) break
    short += letter
  }
  return short
}

const EXTENSIONS: Record<string, string> = { 'image/webp': 'webp', 'image/png': 'png', 'image/jpeg': 'jpg' }

/** The path of a file in an archive: its id keeps names apart that are the same. */
export function filePath(file: { id: string; kind: string | null; name: string | null; mediaType: string }) {
  const name = file.name ?? `${file.kind ?? 'file'}.${EXTENSIONS[file.mediaType] ?? 'bin'}`
  return `files/${file.id}/${safeFileName(name)}`
}
