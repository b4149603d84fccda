import { createHash } from 'node:crypto'

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const BYTES = 16
const MOST_ROWS = 1 << 24
const MOST_TABLES = 1 << 6

/** The row does not come after the one before it, by its id: an archive has each once, in this order. */
export class OutOfOrder extends Error {
  override readonly name = 'OutOfOrder'
}

/**
 * New ids for the rows of an archive. They sort as the old ones do within a table, because lists fall back on them, and are
 * the same whenever the same import is begun again. UUIDv7 (RFC 9562 §5.7) of the moment of the import, with the number
 * of table and row in place of a part of the random bits. Sixteen bytes of memory for each row.
 */
export function createNewIds({ importId, at }: { importId: string; at: number }) {
  const seed = createHash('sha256').update(`rows:${importId}`).digest('hex')
  const moment = at.toString(16).padStart(12, '0')
  const tables = new Map<string, OldIds>()

  const tableOf = (name: string): OldIds => {
    const known = tables.get(name)
    if (known) return known
    if (tables.size === MOST_TABLES) throw new RangeError('Too many tables')
    const table = { number: tables.size, bytes: Buffer.alloc(BYTES * 64), count: 0 }
    tables.set(name, table)
    return table
  }

  const idOf = (table: number, row: number, isRounded: boolean): string => {
    const first = 0x7000 | (table << 6) | (row >> 18)
    const second = 0x8000 | ((row >> 4) & 0x3fff)
    const last = (row & 0xf).toString(16) + (isRounded ? `${seed.slice(0, 5)}000000` : seed.slice(0, 11))
    return `${moment.slice(0, 8)}-${moment.slice(8)}-${first.toString(16)}-${second.toString(16)}-${last}`
  }

  return {
    /** Notes a row of a table. @throws OutOfOrder; RangeError for what is no id, or too many rows */
    add(name: string, old: string): void {
      const table = tableOf(name)
      const bytes = bytesOf(old)
      if (!bytes || table.count === MOST_ROWS) throw new RangeError('Not an id')
      const before = (table.count - 1) * BYTES
      if (table.count > 0 && table.bytes.compare(bytes, 0, BYTES, before, before + BYTES) >= 0)
        throw new OutOfOrder()
      const at = table.count * BYTES
      if (at === table.bytes.length) table.bytes = Buffer.concat([table.bytes, Buffer.alloc(at)])
      bytes.copy(table.bytes, at)
      table.count += 1
    },
    /**
     * The new id of a row; undefined if the archive does not have it. A table whose ids are `rounded` has ids that end
     * with six zeros, as series of blocks do.
     */
    find(name: string, old: string, { isRounded = false } = {}): string | undefined {
      const row = this.place(name, old)
      return row === undefined ? undefined : idOf(tables.get(name)!.number, row, isRounded)
    },
    /** The place of a row among those of its table, from 0. */
    place(name: string, old: string): number | undefined {
      const table = tables.get(name)
      const bytes = bytesOf(old)
      return table && bytes ? search(table, bytes) : undefined
    },
    /** A new id for something that no row has as its id: the same for the same, and nothing that anybody could choose. */
    local(kind: string, old: string): string {
      const hex = createHash('sha256').update(`${importId}:${kind}:${old}`).digest('hex')
      const variant = (0x8 | (Number.parseInt(hex[16]!, 16) & 0x3)).toString(16)
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
    },
  }
}

export type NewIds = ReturnType<typeof createNewIds>

type OldIds = { number: number; bytes: Buffer; count: number }

function bytesOf(id: string): Buffer | undefined {
  return ID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : undefined
}

function search({ bytes, count }: OldIds, wanted: Buffer): number | undefined {
  let [low, high] = [0, count - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = bytes.compare(wanted, 0, BYTES, middle * BYTES, middle * BYTES + BYTES)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return undefined
}
