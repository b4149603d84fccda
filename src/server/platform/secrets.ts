import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config, ParsedConfig } from '../config.ts'
import { codeOf, StartFailure } from '../start-failure.ts'

const BYTES = 32

/**
 * Adds the secrets that are not configured: created on the first start and kept under `DATA_DIR/secrets`, readable only
 * by the owner. `isNewSecret` tells whether one was created now.
 * @throws StartFailure `secretDamaged` if a stored secret is too short
 */
export async function loadSecrets(config: ParsedConfig): Promise<{ config: Config; isNewSecret: boolean }> {
  if (config.tokenSecret)
    return { config: { ...config, tokenSecret: config.tokenSecret }, isNewSecret: false }
  const { secret, isNew } = await keptSecret(config.dataDir, 'token-secret')
  return { config: { ...config, tokenSecret: secret }, isNewSecret: isNew }
}

async function keptSecret(dataDir: string, name: string): Promise<{ secret: string; isNew: boolean }> {
  const folder = join(dataDir, 'secrets')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  const kept = await read(path)
  const secret = kept ?? (await create(path))
  if (Buffer.from(secret, 'base64url').length < BYTES) throw new StartFailure('secretDamaged', { path })
  return { secret, isNew: kept === undefined }
}

async function read(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

// Written completely before it gets its name. Two first starts at the same time (several roles on one folder) agree:
// linking never replaces a file, so the second one uses the secret of the first.
async function create(path: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const secret = randomBytes(BYTES).toString('base64url')
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${secret}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
    return secret
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return (await readFile(path, 'utf8')).trim()
  } finally {
    await rm(draft, { force: true })
  }
}
