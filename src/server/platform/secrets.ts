import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config, ParsedConfig } from '../config.ts'
import { newVapidKey, vapidKeysOf } from './push/vapid.ts'
import { codeOf, type FailureKey, StartFailure } from '../start-failure.ts'

/** A secret of the installation: how one is made, whether a stored one is whole, and what a start says of one that is not. */
type Kind = { file: string; make: () => string; isWhole: (secret: string) => boolean; damaged: FailureKey }

const BYTES = 32

const TOKEN_SECRET: Kind = {
  file: 'token-secret',
  make: () => randomBytes(BYTES).toString('base64url'),
  isWhole: (secret) => Buffer.from(secret, 'base64url').length >= BYTES,
  damaged: 'secretDamaged',
}

const VAPID_KEY: Kind = {
  file: 'vapid-private-key',
  make: newVapidKey,
  isWhole: (secret) => vapidKeysOf(secret) !== undefined,
  damaged: 'pushKeyDamaged',
}

/**
 * Adds the secrets that are not configured: created on the first start and kept under `DATA_DIR/secrets`, readable only
 * by the owner. `isNewSecret` tells whether the one that signs tokens was created now.
 * @throws StartFailure if a stored secret is not whole
 */
export async function loadSecrets(config: ParsedConfig): Promise<{ config: Config; isNewSecret: boolean }> {
  const token = await secretOf(config.tokenSecret, config.dataDir, TOKEN_SECRET)
  const vapid = await secretOf(config.vapidPrivateKey, config.dataDir, VAPID_KEY)
  return {
    config: { ...config, tokenSecret: token.secret, vapidPrivateKey: vapid.secret },
    isNewSecret: token.isNew,
  }
}

type Secret = { secret: string; isNew: boolean }

async function secretOf(given: string | undefined, dataDir: string, kind: Kind): Promise<Secret> {
  return given === undefined ? keptSecret(dataDir, kind) : { secret: given, isNew: false }
}

async function keptSecret(dataDir: string, { file, make, isWhole, damaged }: Kind): Promise<Secret> {
  const folder = join(dataDir, 'secrets')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, file)
  const kept = await read(path)
  const secret = kept ?? (await create(path, make()))
  if (!isWhole(secret)) throw new StartFailure(damaged, { path })
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
async function create(path: string, secret: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
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
