// Files encrypted in the format of age (https://age-encryption.org/v1), so that its own tool opens them without Norte. The
// library wraps the keys; the contents are encrypted by OpenSSL, because the library's own JavaScript reaches 40 to 80 MB/s
// of a core (docs/decisions/076).
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupFault } from './backup-fault.ts'

/** A key as it is set: the public one is enough to make backups, the secret one is needed to restore them. */
export type BackupKey = { recipient: string; identity: string | undefined }

type Bytes = AsyncIterable<Buffer>

/** Encrypts any number of files for one key. */
export type Sealing = {
  /** Names the key and tells nothing of it. */
  keyId: string
  seal(source: Bytes): AsyncGenerator<Buffer>
}

const CHUNK = 65_536
const TAG = 16
const NONCE = 16
/** One recipient takes some 200 bytes. */
const LONGEST_HEADER = 16_384
const HEADER_END = /\n--- [A-Za-z0-9+/]{43}\n/

/** A new key: `identity` is the secret one. */
export async function newBackupKey(): Promise<{ recipient: string; identity: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** The parts of a key of the settings, the public or the secret one. */
export async function readBackupKey(text: string): Promise<BackupKey> {
  if (text.startsWith('age1')) return { recipient: text, identity: undefined }
  return { recipient: await identityToRecipient(text), identity: text }
}

/** The name of a key in folders and manifests. */
export function keyIdOf({ recipient }: Pick<BackupKey, 'recipient'>): string {
  return createHash('sha256').update(recipient).digest('hex').slice(0, 16)
}

/**
 * Encrypts files for the key. They share a wrapped file key, which spares the work of wrapping one for each; the key of each
 * file's content is derived from it with a random nonce, as the format says.
 */
export async function createSealing(key: BackupKey): Promise<Sealing> {
  const { header, fileKey } = await makeHeader(key.recipient)
  return {
    keyId: keyIdOf(key),
    async *seal(source) {
      const nonce = randomBytes(NONCE)
      yield Buffer.concat([header, nonce])
      const contentKey = contentKeyOf(fileKey, nonce)
      let counter = 0
      for await (const { bytes, isLast } of inChunks(source, CHUNK)) {
        const cipher = createCipheriv('chacha20-poly1305', contentKey, nonceOf(counter, isLast), {
          authTagLength: TAG,
        })
        yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
        counter += 1
      }
    },
  }
}

async function makeHeader(recipient: string): Promise<{ header: Buffer; fileKey: Uint8Array }> {
  let fileKey: Uint8Array | undefined
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  // The second one is nobody's: it adds no line to the header, and sees the key that the header wraps.
  encrypter.addRecipient({
    wrapFileKey: (made) => {
      fileKey = made.slice()
      return []
    },
  })
  const empty = Buffer.from(await encrypter.encrypt(new Uint8Array()))
  const end = endOfHeader(empty)
  if (end === undefined || !fileKey) throw new Error('age made no header')
  return { header: empty.subarray(0, end), fileKey }
}

/**
 * Decrypts one file.
 * @throws BackupFault if the key is another one, or the file was changed or cut off
 */
export async function* unseal(source: Bytes, { identity }: BackupKey): AsyncGenerator<Buffer> {
  if (identity === undefined) {
    throw new BackupFault(
      'This backup is encrypted, and BACKUP_KEY is its public key: set it to the secret one, AGE-SECRET-KEY-1…',
    )
  }
  const { header, nonce, rest } = await readHeader(source)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const fileKey = await decrypter.decryptHeader(header).catch(() => {
    throw new BackupFault('BACKUP_KEY is not the key of this backup: set it to the one it was made with')
  })
  const contentKey = contentKeyOf(fileKey, nonce)
  let counter = 0
  for await (const { bytes, isLast } of inChunks(rest, CHUNK + TAG)) {
    yield openChunk(bytes, contentKey, nonceOf(counter, isLast))
    counter += 1
  }
}

function openChunk(bytes: Buffer, key: Buffer, nonce: Buffer): Buffer {
  if (bytes.length < TAG) throw damaged()
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: TAG })
  decipher.setAuthTag(bytes.subarray(-TAG))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG)), decipher.final()])
  } catch {
    throw damaged()
  }
}

const damaged = () => new BackupFault('An encrypted file of the backup is damaged: restore another backup')

async function readHeader(source: Bytes): Promise<{ header: Buffer; nonce: Buffer; rest: Bytes }> {
  const iterator = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  for (;;) {
    const end = endOfHeader(held)
    if (end !== undefined && held.length >= end + NONCE) {
      const after = held.subarray(end + NONCE)
      return {
        header: held.subarray(0, end),
        nonce: held.subarray(end, end + NONCE),
        rest: (async function* () {
          yield after
          yield* { [Symbol.asyncIterator]: () => iterator }
        })(),
      }
    }
    const next = await iterator.next()
    if (next.done || held.length > LONGEST_HEADER) throw damaged()
    held = Buffer.concat([held, next.value])
  }
}

function endOfHeader(bytes: Buffer): number | undefined {
  const text = bytes.subarray(0, LONGEST_HEADER).toString('latin1')
  const found = HEADER_END.exec(text)
  return found ? found.index + found[0].length : undefined
}

function contentKeyOf(fileKey: Uint8Array, nonce: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, nonce, 'payload', 32))
}

/** Which chunk it is, and whether nothing follows: so none can be taken away, and none can change places. */
function nonceOf(counter: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(counter, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Cuts bytes into chunks of one size; the last one may be shorter, and is empty only if there is nothing at all. */
async function* inChunks(source: Bytes, size: number): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Buffer = Buffer.alloc(0)
  for await (const bytes of source) {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    let start = 0
    for (; held.length - start > size; start += size) {
      yield { bytes: held.subarray(start, start + size), isLast: false }
    }
    if (start > 0) held = held.subarray(start)
  }
  yield { bytes: held, isLast: true }
}
