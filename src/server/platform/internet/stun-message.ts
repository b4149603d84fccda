import { createHash, createHmac } from 'node:crypto'

// The messages of STUN (RFC 8489) and TURN (RFC 8656), as far as a question whether a server answers needs them.

const MAGIC = 0x2112_a442
const HEADER = 20

const TYPES = {
  bindingRequest: 0x0001,
  bindingSuccess: 0x0101,
  bindingError: 0x0111,
  allocateRequest: 0x0003,
  allocateSuccess: 0x0103,
  allocateError: 0x0113,
  refreshRequest: 0x0004,
} as const
export type StunType = keyof typeof TYPES

const ATTRIBUTES = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  xorRelayedAddress: 0x0016,
  requestedTransport: 0x0019,
  xorMappedAddress: 0x0020,
} as const
type Attribute = keyof typeof ATTRIBUTES

/** Who asks a TURN server, by its long-term credentials (RFC 8489 §9.2). */
export type StunCredentials = { username: string; realm: string; password: string }

/** A message to send; `id` are the 12 bytes by which its answer is known. */
export type StunRequest = {
  type: StunType
  id: Buffer
  attributes?: Partial<Record<Attribute, Buffer>>
  /** Signs it with them (MESSAGE-INTEGRITY, RFC 8489 §14.5). */
  credentials?: StunCredentials
}

/** UDP, the only transport to peers (RFC 8656 §18.7), and the time in which an allocation is given up at once. */
export const OVER_UDP = Buffer.from([17, 0, 0, 0])
export const AT_ONCE = Buffer.from([0, 0, 0, 0])

/** The bytes of a message; signed if it has credentials. */
export function encodeStun({ type, id, attributes = {}, credentials }: StunRequest): Buffer {
  const named = { ...attributes }
  if (credentials) {
    named.username = Buffer.from(credentials.username)
    named.realm = Buffer.from(credentials.realm)
  }
  const body = Buffer.concat(
    Object.entries(named).map(([name, value]) => encodeAttribute(ATTRIBUTES[name as Attribute], value)),
  )
  if (!credentials) return Buffer.concat([headerOf(type, id, body.length), body])
  // The length counts the signature, which is of everything before it.
  const signed = Buffer.concat([headerOf(type, id, body.length + 24), body])
  const signature = createHmac('sha1', keyOf(credentials)).update(signed).digest()
  return Buffer.concat([signed, encodeAttribute(ATTRIBUTES.messageIntegrity, signature)])
}

function headerOf(type: StunType, id: Buffer, length: number): Buffer {
  const header = Buffer.alloc(HEADER)
  header.writeUInt16BE(TYPES[type], 0)
  header.writeUInt16BE(length, 2)
  header.writeUInt32BE(MAGIC, 4)
  id.copy(header, 8)
  return header
}

function encodeAttribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc(paddingOf(value.length))])
}

const paddingOf = (length: number) => (4 - (length % 4)) % 4

// MD5 is what the standard has (RFC 8489 §9.2.2); nothing secret depends on it beyond the password that goes in.
const keyOf = ({ username, realm, password }: StunCredentials) =>
  createHash('md5').update(`${username}:${realm}:${password}`).digest()

export type StunAnswer = {
  type: StunType | undefined
  realm: string | undefined
  nonce: Buffer | undefined
  /** As `198.51.100.1:3478`: how the server sees the caller, and where it relays for them. */
  mappedAddress: string | undefined
  relayedAddress: string | undefined
  error: { code: number; reason: string } | undefined
}

/** Reads the answer to a request; undefined for anything else, such as half of it. */
export function decodeStun(bytes: Buffer, id: Buffer): StunAnswer | undefined {
  if (bytes.length < HEADER || bytes.readUInt32BE(4) !== MAGIC || !bytes.subarray(8, HEADER).equals(id)) {
    return undefined
  }
  if (bytes.length < lengthOf(bytes)) return undefined
  const values = new Map<number, Buffer>()
  for (let at = HEADER; at + 4 <= lengthOf(bytes);) {
    const length = bytes.readUInt16BE(at + 2)
    values.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length + paddingOf(length)
  }
  const value = (name: Attribute) => values.get(ATTRIBUTES[name])
  const error = value('errorCode')
  const code = bytes.readUInt16BE(0)
  return {
    type: (Object.keys(TYPES) as StunType[]).find((name) => TYPES[name] === code),
    realm: value('realm')?.toString(),
    nonce: value('nonce'),
    mappedAddress: addressIn(value('xorMappedAddress'), id),
    relayedAddress: addressIn(value('xorRelayedAddress'), id),
    error: error && {
      code: (error[2] ?? 0) * 100 + (error[3] ?? 0),
      reason: error.subarray(4).toString(),
    },
  }
}

/** How long a message is whose first 4 bytes are there: over TCP several may come together, or one in parts. */
export const lengthOf = (bytes: Buffer): number => HEADER + bytes.readUInt16BE(2)

/** An address, combined with the fixed number and the id so that no router rewrites it (RFC 8489 §14.2). */
function addressIn(value: Buffer | undefined, id: Buffer): string | undefined {
  if (!value || (value[1] !== 1 && value[1] !== 2)) return undefined
  const mask = Buffer.concat([Buffer.from([0x21, 0x12, 0xa4, 0x42]), id])
  const port = value.readUInt16BE(2) ^ (MAGIC >>> 16)
  const bytes = [...value.subarray(4)].map((byte, at) => byte ^ mask[at]!)
  if (value[1] === 1) return `${bytes.join('.')}:${port}`
  const parts = Array.from({ length: 8 }, (_, at) =>
    ((bytes[at * 2]! << 8) | bytes[at * 2 + 1]!).toString(16),
  )
  return `[${parts.join(':')}]:${port}`
}
