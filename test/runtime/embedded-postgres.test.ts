import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lockDataFolder } from '#server/platform/data-lock.ts'
import { keepEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-keeper.ts'
import {
  type EmbeddedOptions,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { asOtherUser } from '#server/platform/embedded-postgres/postgres-user.ts'
import { preparedFolder } from '#server/folders.ts'
import type { StartFailure } from '#server/start-failure.ts'
import { copyFolder, removeFolder } from './data-folder.ts'

let prepared: string
let root: string
let servers: EmbeddedPostgres[]
let children: ChildProcess[]

// Creating a database takes most of a start's time, so tests about other things start on a copy of this one.
beforeAll(async () => {
  prepared = await mkdtemp(join(tmpdir(), 'norte-prepared-'))
  await (await startEmbeddedPostgres({ dataDir: prepared, durable: false, preparedFolder })).stop()
})
afterAll(() => removeFolder(prepared))

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'norte-embedded-'))
  servers = []
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of servers) await server.stop()
  removeFolder(root)
})

async function startNew(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const server = await startEmbeddedPostgres({ dataDir, durable: false, ...options })
  servers.push(server)
  return server
}

async function start(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  await prepare(dataDir)
  return startNew(dataDir, options)
}

async function prepare(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (!existsSync(folder)) copyFolder(join(prepared, 'postgres'), folder)
}

async function query<Row extends pg.QueryResultRow>(server: EmbeddedPostgres, text: string): Promise<Row[]> {
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** A separate process that runs a server, and its output. */
async function holdInChild(...args: [dataDir: string, ...rest: string[]]) {
  await prepare(args[0])
  const script = join(import.meta.dirname, 'embedded-child.ts')
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const lines: string[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  return {
    child,
    lines,
    async until(matches: (line: string) => boolean): Promise<string> {
      for (;;) {
        const found = lines.find(matches)
        if (found) return found
        await once(reader, 'line')
      }
    },
  }
}

const isAlive = async (pid: number): Promise<boolean> => {
  try {
    // A zombie has ended; only its parent has not noticed.
    return !/^State:\s+Z/m.test(await readFile(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('the first start', () => {
  test('makes a database whose parallel workers start: a large index and VACUUM need them', async () => {
    const server = await start(join(root, 'data'))
    const client = new pg.Client(server.connection)
    await client.connect()
    try {
      await client.query('set max_parallel_workers_per_gather = 2')
      await client.query('set debug_parallel_query = on')
      const { rows } = await client.query<{ many: boolean }>('select count(*) > 100 as many from pg_class')
      expect(rows).toEqual([{ many: true }])
    } finally {
      await client.end()
    }
  })

  test('creates a durable UTF8 database, sorted as Spanish sorts, owned by a role without superpowers', async () => {
    const server = await startNew(join(root, 'data'), { durable: true })
    // Refuses all others: access to the socket's folder is the authentication.
    expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700)
    expect((await stat(join(root, 'data', 'postgres'))).mode & 0o777).toBe(0o700)
    const [row] = await query(
      server,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
              current_setting('full_page_writes') as pages, current_setting('server_encoding') as encoding,
              current_setting('listen_addresses') as network, current_user as role,
              (select rolsuper from pg_roles where rolname = current_user) as super,
              (select array_agg(w order by w) from unnest(array['zorro', 'ñu', 'oso', 'nube', 'Ana', 'árbol', 'azul']) w) as words`,
    )
    expect(row).toEqual({
      fsync: 'on',
      sync: 'on',
      pages: 'on',
      encoding: 'UTF8',
      network: '',
      role: 'norte',
      super: false,
      words: ['Ana', 'árbol', 'azul', 'nube', 'ñu', 'oso', 'zorro'],
    })
  })

  test('that was killed half-way leaves nothing in the way of the next', async () => {
    const half = join(root, 'data', 'postgres.new')
    await mkdir(half, { recursive: true })
    await writeFile(join(half, 'PG_VERSION'), '18')
    const server = await startNew(join(root, 'data'))
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await readdir(join(root, 'data'))).not.toContain('postgres.new')
  })

  test('that was killed before the product had its database is completed', async () => {
    const first = await start(join(root, 'data'))
    const client = new pg.Client(first.admin)
    await client.connect()
    await client.query('drop database norte')
    await client.end()
    await first.stop()
    expect(await query(await startNew(join(root, 'data')), 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('the folder', () => {
  test.each(['with space, comma, añil "quoted"', `${'long-'.repeat(15)}/${'deep-'.repeat(15)}`])(
    'may be called %s',
    async (name) => {
      const server = await start(join(root, name))
      expect(Buffer.byteLength(join(server.connection.host, '.s.PGSQL.5432'))).toBeLessThanOrEqual(107)
      expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
      await server.stop()
      await rm(server.connection.host, { recursive: true, force: true })
    },
  )

  test('keeps its data over a stop and a start, also with the lock of its database, or of its socket, held by a process that is somebody else by now', async () => {
    const dataDir = join(root, 'data')
    let server = await start(dataDir)
    await query(server, "create table kept as select 'ñandú' as word")
    for (const path of [undefined, join('postgres', 'postmaster.pid'), join('run', '.s.PGSQL.5432.lock')]) {
      const lock = path && { file: join(dataDir, path), content: await readFile(join(dataDir, path), 'utf8') }
      await server.stop()
      expect(await server.ended).toEqual({ expected: true })
      expect(await isAlive(server.pid)).toBe(false)
      if (lock) await writeFile(lock.file, lock.content.replace(/^\d+/, String(process.pid)))
      server = await start(dataDir)
      expect(await query(server, 'select word from kept')).toEqual([{ word: 'ñandú' }])
    }
  })

  test('of another version of PostgreSQL is refused, and left as it is', async () => {
    const folder = join(root, 'data', 'postgres')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'PG_VERSION'), '15\n')
    await expect(start(join(root, 'data'))).rejects.toMatchObject({
      key: 'embeddedVersion',
      params: { folder, found: '15', expected: '18' },
    })
    expect(await readdir(folder)).toEqual(['PG_VERSION'])
  })

  test('that is damaged is refused with what the server says', async () => {
    await prepare(join(root, 'data'))
    await rm(join(root, 'data', 'postgres', 'global', 'pg_control'))
    await expect(start(join(root, 'data'))).rejects.toMatchObject({
      key: 'embeddedFailed',
      params: { reason: expect.stringContaining('could not find the database system') },
    })
  })
})

describe('the end', () => {
  test('lets connections say goodbye, and cuts off those that do not', async () => {
    const log: string[] = []
    const server = await start(join(root, 'data'), { onLog: (line) => log.push(line) })
    const leaving = new pg.Client(server.connection)
    await leaving.connect()
    await Promise.all([server.stop(), leaving.end()])
    expect(log.filter((line) => line.startsWith('FATAL'))).toEqual([])

    const again = await start(join(root, 'data'))
    const staying = new pg.Client(again.connection)
    const said: string[] = []
    staying.on('error', (error) => said.push(error.message))
    const gone = new Promise((done) => staying.once('end', () => done(undefined)))
    await staying.connect()
    await again.stop()
    await gone
    expect(said[0]).toBe('terminating connection due to administrator command')
  })

  test('that is unexpected is logged', async () => {
    const server = await start(join(root, 'data'))
    process.kill(server.pid, 'SIGKILL')
    expect(await server.ended).toEqual({ expected: false })
  })

  test('that is unexpected starts the server again, but never an empty one', async () => {
    const dataDir = join(root, 'data')
    await prepare(dataDir)
    const told: string[] = []
    const kept = await keepEmbeddedPostgres({
      dataDir,
      durable: false,
      onCreate: () => told.push('created'),
      onLost: () => told.push('lost'),
      onBack: () => told.push('back'),
      onError: (error) => told.push((error as StartFailure).key),
    })
    try {
      const end = async (folder: string) => {
        const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
        process.kill(Number(pid), 'SIGQUIT')
      }
      await end(join(dataDir, 'postgres'))
      await vi.waitFor(() => expect(told).toEqual(['lost', 'back']), { timeout: 60_000 })
      await rename(join(dataDir, 'postgres'), join(root, 'elsewhere'))
      await end(join(root, 'elsewhere'))
      await vi.waitFor(() => expect(told).toContain('embeddedDamaged'), { timeout: 60_000 })
      expect(told).not.toContain('created')
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    } finally {
      await kept.stop()
    }
  })

  test('kill -9 of our process ends the server too, and frees the lock of its data folder', async () => {
    const holder = await holdInChild(join(root, 'data'), 'leashed')
    const pid = Number((await holder.until((line) => line.startsWith('pid'))).slice(4))
    expect(await isAlive(pid)).toBe(true)
    await expect(lockDataFolder(join(root, 'data'))).rejects.toMatchObject({ key: 'alreadyRunning' })
    const exited = once(holder.child, 'exit')
    holder.child.kill('SIGKILL')
    await exited
    await (await lockDataFolder(join(root, 'data'))).release()
    await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false)
  })

  test('a server that outlived us is stopped by the next start', async () => {
    const holder = await holdInChild(join(root, 'data'), 'loose')
    const pid = Number((await holder.until((line) => line.startsWith('pid'))).slice(4))
    holder.child.kill('SIGKILL')
    await once(holder.child, 'exit')
    expect(await isAlive(pid)).toBe(true)
    const server = await start(join(root, 'data'))
    expect(await isAlive(pid)).toBe(false)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test.each(['SIGKILL to us', 'SIGKILL to the server'])('%s loses no acknowledged write', async (how) => {
    const holder = await holdInChild(join(root, 'data'), 'leashed', 'write')
    const pid = Number((await holder.until((line) => line.startsWith('pid'))).slice(4))
    await holder.until((line) => line === 'acknowledged 200')
    const exited = once(holder.child, 'exit')
    if (how.endsWith('server')) process.kill(pid, 'SIGKILL')
    else holder.child.kill('SIGKILL')
    await exited
    const acknowledged = holder.lines.filter((line) => line.startsWith('acknowledged')).length
    const [row] = await query<{ n: string }>(
      await start(join(root, 'data')),
      'select count(*) as n from written',
    )
    expect(Number(row?.n)).toBeGreaterThanOrEqual(acknowledged)
  })
})

describe('as root', () => {
  const isRoot = process.getuid?.() === 0

  const asNobody = { chooseUser: () => asOtherUser(65_534) }

  test.runIf(isRoot)(
    'it also runs where namespaces are refused: as another user, who owns the database',
    async () => {
      const dataDir = join(root, 'data')
      // mkdtemp's folder is closed to others, as a home folder of root is.
      await expect(startNew(dataDir, asNobody)).rejects.toMatchObject({ key: 'embeddedAsRoot' })
      await chmod(root, 0o755)
      const server = await startNew(dataDir, asNobody)
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(65_534)
      expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
      await server.stop()
      // The next start finds whose folder it is and stays with that user.
      expect(await query(await startNew(dataDir), 'select 1 as one')).toEqual([{ one: 1 }])
    },
  )

  test.runIf(isRoot)(
    "a database that was root's own is handed over when namespaces are refused later",
    async () => {
      const dataDir = join(root, 'data')
      await chmod(root, 0o755)
      const first = await start(dataDir)
      await query(first, 'create table kept as select 1 as one')
      await first.stop()
      expect(await query(await startNew(dataDir, asNobody), 'select one from kept')).toEqual([{ one: 1 }])
    },
  )
})

describe('the lock of the data folder', () => {
  test('is refused to a second holder, also through a link, and free after release', async () => {
    const folder = join(root, 'data')
    const lock = await lockDataFolder(folder)
    await symlink(folder, join(root, 'link'))
    for (const path of [folder, `${folder}/`, join(root, 'link')]) {
      await expect(lockDataFolder(path)).rejects.toMatchObject({ key: 'alreadyRunning', params: { folder } })
    }
    await lock.release()
    await (await lockDataFolder(join(root, 'link'))).release()
  })

  test('creates the folder for its owner alone, and refuses what cannot be one', async () => {
    const lock = await lockDataFolder(join(root, 'new', 'data'))
    expect((await stat(lock.folder)).mode & 0o777).toBe(0o700)
    await lock.release()
    await writeFile(join(root, 'file'), '')
    await expect(lockDataFolder(join(root, 'file'))).rejects.toMatchObject({ key: 'folderUnusable' })
  })
})
