/** A ZIP archive, by its end (APPNOTE 4.3.16), as every program reads it. */
export type Archive = {
  /** The media type of a document that is such an archive; undefined for any other archive, and for one with macros. */
  kind: string | undefined
  /** Something else is in front of it or behind it: also as its comment, which no document has. */
  displaced: boolean
  /** It unpacks to far more than a document has, or its entries share their bytes. */
  swells: boolean
}

const END_BYTES = 22
const END = Buffer.from('PK\u0005\u0006', 'latin1')
const ENTRY = 0x02014b50
const ENTRY_BYTES = 46
const OFFICE = 'application/vnd.openxmlformats-officedocument'

const OPEN_DOCUMENTS = ['text', 'spreadsheet', 'presentation'].map(
  (kind) => `application/vnd.oasis.opendocument.${kind}`,
)

/** More than any presentation: pictures hardly shrink when they are packed. */
const MOST_UNPACKED = 1_073_741_824
const MOST_TIMES = 100
/** Text packs well: small documents may grow more. */
const FREE_BYTES = 52_428_800

/**
 * Reads the list of a ZIP archive out of the last bytes of a file; undefined if the file does not end as one. `tail` has
 * to hold the whole list: of a longer one the kind stays unknown.
 */
export function archiveOf(head: Buffer, tail: Buffer, size: number): Archive | undefined {
  const at = endOf(tail)
  if (at === undefined) return undefined
  const [listBytes, listAt] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  const endAt = size - tail.length + at
  const hasComment = tail.readUInt16LE(at + 20) > 0
  const displaced = hasComment || listAt + listBytes !== endAt || head.readUInt32LE(0) !== 0x04034b50
  const entries = at >= listBytes ? entriesOf(tail.subarray(at - listBytes, at)) : undefined
  if (!entries) return { kind: undefined, displaced, swells: false }
  const sum = (of: 'packed' | 'unpacked') => entries.reduce((total, entry) => total + entry[of], 0)
  const unpacked = sum('unpacked')
  // Entries that lie one over the other unpack the same bytes again and again.
  const overlap = sum('packed') > size
  const swells = overlap || unpacked > MOST_UNPACKED || unpacked > FREE_BYTES + size * MOST_TIMES
  return { kind: kindOf(head, entries), displaced, swells }
}

// The last end record whose comment reaches to the end of the file.
function endOf(tail: Buffer): number | undefined {
  for (let at = tail.lastIndexOf(END); at !== -1; at = at === 0 ? -1 : tail.lastIndexOf(END, at - 1)) {
    if (at + END_BYTES <= tail.length && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length)
      return at
  }
  return undefined
}

type Entry = { name: string; packed: number; unpacked: number }

function entriesOf(list: Buffer): Entry[] | undefined {
  const entries: Entry[] = []
  for (let at = 0; at < list.length;) {
    if (at + ENTRY_BYTES > list.length || list.readUInt32LE(at) !== ENTRY) return undefined
    const nameBytes = list.readUInt16LE(at + 28)
    const more = list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
    const name = list.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes).toString('utf8')
    entries.push({ name, packed: list.readUInt32LE(at + 20), unpacked: list.readUInt32LE(at + 24) })
    at += ENTRY_BYTES + nameBytes + more
  }
  return entries
}

function kindOf(head: Buffer, entries: readonly Entry[]): string | undefined {
  const has = (test: (name: string) => boolean) => entries.some(({ name }) => test(name))
  // Documents with macros have a separate type, which nobody is sent.
  if (has((name) => /vbaproject\.bin$/i.test(name))) return undefined
  if (has((name) => name === '[Content_Types].xml')) {
    if (has((name) => name === 'word/document.xml')) return `${OFFICE}.wordprocessingml.document`
    if (has((name) => name === 'xl/workbook.xml')) return `${OFFICE}.spreadsheetml.sheet`
    if (has((name) => name === 'ppt/presentation.xml')) return `${OFFICE}.presentationml.presentation`
    return undefined
  }
  // An OpenDocument begins with its media type, unpacked (ODF 1.3 part 2 §3.3).
  if (head.length < 38 || head.subarray(30, 38).toString('latin1') !== 'mimetype') return undefined
  const mediaType = head.subarray(38, 38 + head.readUInt32LE(18)).toString('latin1')
  return OPEN_DOCUMENTS.includes(mediaType) ? mediaType : undefined
}
