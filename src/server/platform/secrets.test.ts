import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { openTerminal } from '../terminal.ts'
import { vapidKeysOf } from './push/vapid.ts'
import { loadSecrets } from './secrets.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'norte-secrets-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function load(env: Record<string, string> = {}) {
  const result = parseConfig({ DATA_DIR: folder, ...env }, [])
  if (result.problems) throw new Error('unexpected')
  return (await loadSecrets(result.config)).config
}

const path = () => join(folder, 'secrets', 'token-secret')

test('the first start creates a secret of 256 bits that only the owner can read; later starts keep it', async () => {
  const first = await load()
  expect(Buffer.from(first.tokenSecret, 'base64url')).toHaveLength(32)
  expect((await stat(path())).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700)
  expect(await load()).toEqual(first)
})

test('starts at the same time agree on one', async () => {
  const all = await Promise.all([1, 2, 3, 4, 5].map(() => load()))
  expect(new Set(all.map(({ tokenSecret }) => tokenSecret))).toEqual(new Set([(await load()).tokenSecret]))
})

test('a configured secret is used unchanged, and nothing is written', async () => {
  const secret = 'pX7u0q1YbT4kR9sLw2Vn8ZcJ5hGdE3mA'
  expect((await load({ TOKEN_SECRET: secret })).tokenSecret).toBe(secret)
  await expect(readFile(path())).rejects.toThrow('ENOENT')
})

test.each(['', 'abc', 'x'.repeat(20)])(
  'a stored secret that was damaged (%o) is refused',
  async (content) => {
    await load()
    await writeFile(path(), content)
    await expect(load()).rejects.toMatchObject({ key: 'secretDamaged', params: { path: path() } })
  },
)

// @spec P.200
describe('the key that signs pushes', () => {
  const keyPath = () => join(folder, 'secrets', 'vapid-private-key')

  test('is made on the first start, whole and for the owner alone; later starts keep it', async () => {
    const { vapidPrivateKey } = await load()
    expect((await stat(keyPath())).mode & 0o777).toBe(0o600)
    expect((await readFile(keyPath(), 'utf8')).trim()).toBe(vapidPrivateKey)
    expect((await load()).vapidPrivateKey).toBe(vapidPrivateKey)
    // As others read it: what the private key signs is checked by the public one that browsers are given.
    const { publicKey } = vapidKeysOf(vapidPrivateKey)!
    const point = Buffer.from(publicKey, 'base64url')
    expect([point.length, point[0]]).toEqual([65, 4])
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const pub = { kty: 'EC', crv: 'P-256', x: x!, y: y! }
    const signature = sign(
      'sha256',
      Buffer.from('a push'),
      createPrivateKey({ key: { ...pub, d: vapidPrivateKey }, format: 'jwk' }),
    )
    const checking = createPublicKey({ key: pub, format: 'jwk' })
    expect(verify('sha256', Buffer.from('a push'), checking, signature)).toBe(true)
  })

  test('is one and the same for starts at the same time', async () => {
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => load()))
    const kept = (await readFile(keyPath(), 'utf8')).trim()
    expect(all.map(({ vapidPrivateKey }) => vapidPrivateKey)).toEqual([kept, kept, kept, kept, kept])
  })

  // Empty, cut off, with a bit that no key has, and the number 0.
  test.each(['', 'abc', 'A'.repeat(42), 'A'.repeat(43)])(
    'that was damaged (%o) is refused, with what to do and what another one costs',
    async (content) => {
      await load()
      await writeFile(keyPath(), content)
      const refusal: unknown = await load().catch((failure: unknown) => failure)
      expect(refusal).toMatchObject({ key: 'pushKeyDamaged', params: { path: keyPath() } })
      let said = ''
      openTerminal({ language: 'en-US', err: (text) => void (said += text) }).complain(refusal)
      expect(said).toContain(`The key of the push notifications kept in ${keyPath()} is damaged. Restore it`)
    },
  )
})
