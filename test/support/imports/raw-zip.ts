import { crc32, deflateRawSync } from 'node:zlib'

/** An entry as no good program writes it. */
export type RawEntry = {
  name: string
  bytes?: Buffer
  /** Its packed bytes, in place of those of `bytes`. */
  packed?: Buffer
  /** What its headers say of its size. */
  unpacked?: number
  /** Of a Unix file: what kind it is, and who may read it. */
  mode?: number
  flags?: number
  /** What a program says besides, as pairs of a number and its bytes. */
  extra?: Buffer
  comment?: string
}

/** A ZIP with entries that lie (APPNOTE 4.3). */
export function rawZip(entries: readonly RawEntry[], { comment = '' } = {}): Buffer {
  const locals: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const { name, bytes = Buffer.alloc(0), mode = 0o100644, flags = 0 } = entry
    const packed = entry.packed ?? deflateRawSync(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(flags, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(entry.unpacked ?? bytes.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, Buffer.from(name), packed])
    const [extra, words] = [entry.extra ?? Buffer.alloc(0), Buffer.from(entry.comment ?? '')]
    const more = Buffer.alloc(14)
    more.writeUInt32LE((mode << 16) >>> 0, 6)
    more.writeUInt32LE(at, 10)
    // Made by Unix, which has kinds of files.
    const listed = Buffer.from(facts)
    listed.writeUInt16LE(extra.length, 24)
    more.writeUInt16LE(words.length, 0)
    const head = Buffer.from('PK\u0001\u0002\u0014\u0003', 'latin1')
    list.push(Buffer.concat([head, listed, more, Buffer.from(name), extra, words]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...locals, directory, end, Buffer.from(comment)])
}
