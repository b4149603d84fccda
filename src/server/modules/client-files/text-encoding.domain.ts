/** Signatures of other file types that might be uploaded as a list; they are not text. */
const NO_TEXT: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46], // PDF
  [0x50, 0x4b, 0x03, 0x04], // ZIP, and with it XLSX and ODS
  [0x50, 0x4b, 0x05, 0x06], // an empty ZIP
  [0xd0, 0xcf, 0x11, 0xe0], // XLS
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x47, 0x49, 0x46, 0x38], // GIF
  [0x1f, 0x8b], // GZIP
]

const UTF8_MARK = [0xef, 0xbb, 0xbf]
const UTF16_MARKS = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const

/**
 * Decodes a file as spreadsheets write it: UTF-8 with or without a byte order mark, UTF-16 with one, and invalid UTF-8
 * as Windows-1252. The result is NFC, with line feeds only. Undefined for anything that is not text: the signatures of
 * other file types, and anything with NUL in it.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (NO_TEXT.some((beginning) => beginsWith(bytes, beginning))) return undefined
  const text = decoded(bytes)
  if (text === undefined || text.includes('\u0000')) return undefined
  return text.replace(/\r\n?/g, '\n').normalize('NFC')
}

function decoded(bytes: Uint8Array): string | undefined {
  for (const [encoding, mark] of Object.entries(UTF16_MARKS)) {
    if (beginsWith(bytes, mark)) return strictly(encoding, bytes)
  }
  const utf8 = strictly('utf-8', bytes)
  if (utf8 !== undefined || beginsWith(bytes, UTF8_MARK)) return utf8
  return new TextDecoder('windows-1252').decode(bytes)
}

function strictly(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function beginsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte)
}
