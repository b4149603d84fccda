import { inflateSync } from 'node:zlib'

// Of the file: a header of 44 bytes, then one entry of 20 for each table (W3C WOFF 1.0 §4, §5).
const HEADER = 44
const ENTRY = 20

/**
 * The font in a WOFF 1.0 file, unpacked: the libraries that draw with it unpack a table again for each letter.
 * @throws RangeError for a file of another kind.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new RangeError('Not a WOFF file')
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = woff.subarray(HEADER + index * ENTRY, HEADER + (index + 1) * ENTRY)
    const [from, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const bytes = woff.subarray(from, from + packed)
    return {
      tag: entry.subarray(0, 4),
      checksum: entry.readUInt32BE(16),
      data: packed < length ? inflateSync(bytes) : bytes,
    }
  })
  // The font's own header and entries (OpenType, "Table directory"); each table begins at a multiple of four bytes.
  const power = Math.floor(Math.log2(tables.length))
  const head = Buffer.alloc(12 + 16 * tables.length)
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  head.writeUInt16BE(tables.length, 4)
  head.writeUInt16BE(16 * 2 ** power, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(16 * (tables.length - 2 ** power), 10)
  const parts: Uint8Array[] = [head]
  let at = head.length
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = head.subarray(12 + 16 * index)
    tag.copy(entry, 0)
    entry.writeUInt32BE(checksum, 4)
    entry.writeUInt32BE(at, 8)
    entry.writeUInt32BE(data.length, 12)
    const gap = Buffer.alloc((4 - (data.length % 4)) % 4)
    parts.push(data, gap)
    at += data.length + gap.length
  }
  return Buffer.concat(parts)
}
