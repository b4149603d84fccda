import { Decrypter, Encrypter } from 'age-encryption'
import { describe, expect, test } from 'vitest'
import { createSealing, newBackupKey, readBackupKey, unseal } from './encryption.ts'

/** Bytes in pieces of an odd size, as streams bring them. */
async function* pieces(bytes: Buffer, size = 10_007): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

const { identity, recipient } = await newBackupKey()
const key = await readBackupKey(identity)
const sealing = await createSealing(await readBackupKey(recipient))
const plainOf = (size: number) => Buffer.alloc(size, 'Conversación privada. ')

// @spec P.313
describe('encrypted files are of the format of age', () => {
  test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 200_001])(
    'its library opens %i bytes that were encrypted here with the public key',
    async (size) => {
      const sealed = await all(sealing.seal(pieces(plainOf(size))))
      expect(sealed.includes('Conversación')).toBe(false)
      const age = new Decrypter()
      age.addIdentity(identity)
      expect(Buffer.from(await age.decrypt(sealed)).equals(plainOf(size))).toBe(true)
      expect((await all(unseal(pieces(sealed, 777), key))).equals(plainOf(size))).toBe(true)
    },
  )

  test('what its library encrypted is opened here', async () => {
    const age = new Encrypter()
    age.addRecipient(recipient)
    const sealed = Buffer.from(await age.encrypt(plainOf(150_000)))
    expect((await all(unseal(pieces(sealed), key))).equals(plainOf(150_000))).toBe(true)
  })

  test('no two files are encrypted alike', async () => {
    const [one, other] = [
      await all(sealing.seal(pieces(plainOf(100)))),
      await all(sealing.seal(pieces(plainOf(100)))),
    ]
    expect(one.equals(other)).toBe(false)
  })
})

describe('what is not as it was encrypted is refused', () => {
  const refused = (sealed: Buffer, sentence: string, with_ = key) =>
    expect(all(unseal(pieces(sealed), with_))).rejects.toThrow(sentence)

  test('another key, and a public one', async () => {
    const sealed = await all(sealing.seal(pieces(plainOf(10))))
    const other = await readBackupKey((await newBackupKey()).identity)
    await refused(sealed, 'BACKUP_KEY is not the key of this backup', other)
    await refused(sealed, 'BACKUP_KEY is its public key', await readBackupKey(recipient))
  })

  test('a flipped byte, a cut anywhere, chunks that changed places, bytes at the end', async () => {
    const sealed = await all(sealing.seal(pieces(plainOf(200_000))))
    for (const at of [sealed.length - 1, sealed.length - 70_000, sealed.length - 200_000]) {
      const flipped = Buffer.from(sealed)
      flipped[at]! ^= 1
      await refused(flipped, 'damaged')
    }
    for (const size of [10, 150, sealed.length - 1, sealed.length - 70_000])
      await refused(sealed.subarray(0, size), 'damaged')
    const chunk = 65_536 + 16
    const start = sealed.length - (200_000 % 65_536) - 16 - 3 * chunk
    const swapped = Buffer.from(sealed)
    sealed.copy(swapped, start, start + chunk, start + 2 * chunk)
    sealed.copy(swapped, start + chunk, start, start + chunk)
    await refused(swapped, 'damaged')
    await refused(Buffer.concat([sealed, Buffer.from('x')]), 'damaged')
  })
})
