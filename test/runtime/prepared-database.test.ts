import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { findBinaries } from '#server/platform/embedded-postgres/postgres-binaries.ts'
import type { Target } from '#server/platform/embedded-postgres/postgres-process.ts'
import { asOtherUser, choosePostgresUser } from '#server/platform/embedded-postgres/postgres-user.ts'
import { prepareCluster } from '#server/platform/embedded-postgres/prepare-cluster.ts'
import {
  type PreparedCluster,
  copyPrepared,
  preparedFor,
} from '#server/platform/embedded-postgres/prepared-cluster.ts'
import { preparedFolder as ofTheBuild } from '#server/folders.ts'
import { startServer } from '#test/support/server-process.ts'
import { databaseProcesses, linkFolder, removeFolder } from './data-folder.ts'

let home: string
let preparedFolder: string
let prepared: PreparedCluster
let root: string
let dataDir: string
let servers: EmbeddedPostgres[]

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'norte-prepared ñ, '))
  await chmod(home, 0o755)
  preparedFolder = join(home, 'postgres')
  await prepareCluster(preparedFolder, join(home, 'aside'))
  prepared = preparedFor(preparedFolder, await findBinaries(join(home, 'lib')))
})
afterAll(() => removeFolder(home))

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'norte-copied ñ, '))
  dataDir = join(root, 'data')
  await mkdir(dataDir, { mode: 0o700 })
  servers = []
})
afterEach(async () => {
  for (const server of servers) await server.stop()
  removeFolder(root)
})

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, preparedFolder, durable: false, ...options })
  servers.push(server)
  return server
}

/** PostgreSQL's identifier of a cluster, which initdb generates: equal means copied. */
function identifierOf(cluster: string): bigint {
  return readFileSync(join(cluster, 'global', 'pg_control')).readBigUInt64LE(0)
}

const wasCopied = () => identifierOf(join(dataDir, 'postgres')) === identifierOf(prepared.cluster)

async function roleOf(server: EmbeddedPostgres): Promise<string> {
  const client = new pg.Client(server.connection)
  await client.connect()
  const { rows } = await client.query<{ role: string }>('select current_user as role')
  await client.end()
  return rows[0]!.role
}

/** Puts another `cp` before the system's; it is called as `cp -R from/. to`. */
async function withCp(script: string): Promise<string> {
  const bin = join(root, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'cp'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return `${bin}:${process.env['PATH']}`
}

describe('a first start', () => {
  test('copies what was prepared, for its owner alone, and serves it', async () => {
    const server = await start({ durable: true })
    expect(wasCopied()).toBe(true)
    expect(await roleOf(server)).toBe('norte')
    const folder = join(dataDir, 'postgres')
    for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) {
      expect({ name, mode: (await stat(join(folder, name))).mode & 0o077 }).toEqual({ name, mode: 0 })
    }
    expect(await readdir(dataDir)).toEqual(expect.not.arrayContaining([expect.stringContaining('.new')]))
  })

  test.runIf(existsSync(ofTheBuild))('of the built product copies what the build prepared', async () => {
    const ours = preparedFor(ofTheBuild, await findBinaries(join(home, 'lib')))
    const server = await startServer({ env: { DATA_DIR: dataDir } })
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    expect(await server.stop()).toMatchObject({ code: 0, err: '' })
    expect(identifierOf(join(dataDir, 'postgres'))).toBe(identifierOf(ours.cluster))
  })

  test('killed while it copies leaves nothing that looks like a database', async () => {
    const reached = join(root, 'reached')
    const PATH = await withCp(`/bin/cp -R "$2/base" "$2/PG_VERSION" "$3"; : > "${reached}"; exec sleep 60`)
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'embedded-child.ts'), dataDir, 'leashed'],
      {
        env: { ...process.env, PATH, PREPARED_FOLDER: preparedFolder },
        stdio: 'inherit',
      },
    )
    await expect.poll(() => existsSync(reached), { timeout: 60_000 }).toBe(true)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    expect(databaseProcesses(dataDir)).toEqual([])

    expect(await roleOf(await start())).toBe('norte')
    expect(wasCopied()).toBe(true)
    expect(await readdir(dataDir)).toEqual(expect.not.arrayContaining([expect.stringContaining('.new')]))
  })

  test.runIf(process.getuid?.() === 0)('as root without namespaces copies it as the other user', async () => {
    await chmod(root, 0o755)
    const server = await start({ chooseUser: () => asOtherUser(65_534) })
    expect(wasCopied()).toBe(true)
    expect(await roleOf(server)).toBe('norte')
    const control = await stat(join(dataDir, 'postgres', 'global', 'pg_control'))
    expect({ uid: control.uid, mode: control.mode & 0o777 }).toEqual({ uid: 65_534, mode: 0o600 })
  })
})

describe('a first start makes its own database', () => {
  let broken: PreparedCluster
  let brokenFolder: string
  beforeEach(async () => {
    brokenFolder = join(root, 'prepared')
    broken = preparedFor(brokenFolder, await findBinaries(join(home, 'lib')))
    await mkdir(broken.path, { recursive: true })
    linkFolder(prepared.cluster, broken.cluster)
    await copyFile(prepared.count, broken.count)
  })

  /** A first start as far as the copy: an empty folder to fill. */
  async function emptyTarget(name: string): Promise<Target> {
    const folder = join(dataDir, name)
    await mkdir(folder, { mode: 0o700 })
    const [binaries, user] = await Promise.all([
      findBinaries(join(home, 'lib')),
      choosePostgresUser(undefined),
    ])
    return { binaries, user, folder, durable: false }
  }

  // Each leads to what the two complete starts below show.
  const faults: [string, () => Promise<unknown>][] = [
    [
      'one of another version was prepared',
      () => rename(broken.path, preparedFor(brokenFolder, { release: '17' }).path),
    ],
    ['the prepared one was not completed', () => rm(broken.count)],
    ['the completion of the prepared one was cut off', () => truncate(broken.count)],
    ['the prepared one lacks a file', () => rm(join(broken.cluster, 'global', 'pg_control'))],
    ['the prepared one is gone', () => rm(broken.cluster, { recursive: true })],
  ]
  test('but copies the prepared one where nothing is wrong with it', async () => {
    expect(await copyPrepared(brokenFolder, await emptyTarget('whole'))).toBe(true)
  })

  test.each(faults)('where %s', async (_, breakIt) => {
    await breakIt()
    expect(await copyPrepared(brokenFolder, await emptyTarget('broken'))).toBe(false)
  })

  test('where none was prepared', async () => {
    await rm(brokenFolder, { recursive: true })
    const server = await start({ preparedFolder: brokenFolder })
    expect(wasCopied()).toBe(false)
    expect(await roleOf(server)).toBe('norte')
    expect(await readdir(dataDir)).toEqual(expect.not.arrayContaining([expect.stringContaining('.new')]))
  })

  test('where copying fails half-way', async () => {
    vi.stubEnv('PATH', await withCp('/bin/cp -R "$2/base" "$3"; exit 1'))
    const server = await start()
    expect(wasCopied()).toBe(false)
    expect(await roleOf(server)).toBe('norte')
    expect(await readdir(dataDir)).toEqual(expect.not.arrayContaining([expect.stringContaining('.new')]))
  })
})

describe('preparing', () => {
  test('has nothing to do a second time, and mends what is incomplete', async () => {
    const folder = join(root, 'prepared')
    const aside = join(root, 'aside')
    const copy = preparedFor(folder, await findBinaries(join(home, 'lib')))
    await mkdir(copy.path, { recursive: true })
    linkFolder(prepared.cluster, copy.cluster)
    await copyFile(prepared.count, copy.count)
    await mkdir(join(folder, 'of-another-version'))
    expect(await prepareCluster(folder, aside)).toBe(false)

    await rm(join(copy.cluster, 'PG_VERSION'))
    expect(await prepareCluster(folder, aside)).toBe(true)
    expect(await readdir(folder)).toEqual([copy.path.slice(folder.length + 1)])
    expect(existsSync(aside)).toBe(false)
    await start({ preparedFolder: folder })
    expect(identifierOf(join(dataDir, 'postgres'))).toBe(identifierOf(copy.cluster))
  })
})
