import { randomBytes, randomInt } from 'node:crypto'
import type { EpochMs } from '#time/clock.ts'

let latest = { ms: -1, count: 0 }

/**
 * A UUIDv7 (RFC 9562 §5.7): 48 bits of milliseconds, 12 bits of a counter within one (§6.2, method 1), then random
 * bits, so that ids made later by this process sort later. Made in code because PostgreSQL 15 has no uuidv7().
 */
export function uuidv7(now: EpochMs): string {
  latest = { ms: now, count: now === latest.ms ? latest.count + 1 : randomInt(0, 1024) }
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt16BE(0x7000 | (latest.count & 0x0fff), 6)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
