import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
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
