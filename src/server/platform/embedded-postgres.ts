import { chmod, chown, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { codeOf, StartFailure } from '../start-failure.ts'
import { EMBEDDED_MAJOR, findBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { stopOrphans } from './postgres-orphans.ts'
import { runInitdb, runServer, type ServerProcess } from './postgres-process.ts'
import { clearSocketLock, ensureSocketFolder, SOCKET_PORT } from './postgres-socket.ts'
import { choosePostgresUser, type PostgresUser, succeeds } from './postgres-user.ts'

export type SocketConnection = { host: string; port: number; user: string; database: string; ssl: false }

export type EmbeddedPostgres = {
  /** For the product: owner of its database, not a superuser. */
  connection: SocketConnection
  /** For tests and repairs: the superuser, in the maintenance database. */
  admin: SocketConnection
  pid: number
  /** Settles when the server ends, with whether `stop` was what ended it. */
  ended: Promise<{ expected: boolean }>
  /** Ends all connections and the server, with everything written. May be called twice. */
  stop: () => Promise<void>
}

export type EmbeddedOptions = {
  /** An existing folder, locked by the caller (data-lock.ts) so that no second server can meet this one. */
  dataDir: string
  /** False only for tests: waits for no disk, so a crash of the machine would lose data. */
  durable?: boolean
  /** Told once, before a first start creates the database. */
  onCreate?: () => void
  /** What the server logs, line by line. */
  onLog?: (line: string) => void
  /** As whom PostgreSQL runs; tests force the rarer ways. */
  chooseUser?: typeof choosePostgresUser
}

/**
 * Starts the PostgreSQL of the lockfile on `dataDir/postgres` and answers when it accepts connections. The first
 * start creates it: UTF8, sorted by the rules of Spanish. It listens on a unix socket in a folder that only the
 * owner can enter, never on the network; that folder is the whole authentication.
 *
 * Call it from the main thread: the kernel ties the server's life to the thread that started it.
 * @throws StartFailure in the cases of postgres-user.ts and postgres-binaries.ts, for a folder of another version
 * of PostgreSQL, and with the last log lines when the server does not come up
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, onLog = () => undefined } = options
  const folder = join(dataDir, 'postgres')
  const binaries = await findBinaries(join(dataDir, 'postgres-lib'))
  const user = await (options.chooseUser ?? choosePostgresUser)(await ownerOf(folder))
  if (user.owner) await openTheWay(dataDir, user, binaries)
  const fresh = (await ownerOf(folder)) === undefined
  if (fresh) {
    options.onCreate?.()
    await create(folder, binaries, user, durable)
  }
  await requireSameMajor(folder)
  if (user.owner) await handOver(folder, user.owner)
  await stopOrphans(folder)
  const socketFolder = await ensureSocketFolder(dataDir, user.owner)
  await clearSocketLock(socketFolder)
  const server = await runServer({ binaries, user, folder, socketFolder, durable, onLog })
  const admin = {
    host: socketFolder,
    port: SOCKET_PORT,
    user: 'postgres',
    database: 'postgres',
    ssl: false as const,
  }
  const connection = { ...admin, user: 'norte', database: 'norte' }
  try {
    await ensureDatabase(connection, admin, fresh)
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    connection,
    admin,
    pid: server.pid,
    ended: server.ended,
    stop: server.stop,
  } satisfies ServerProcess & EmbeddedPostgres
}

// Created beside and renamed when complete: a start that was killed half-way leaves nothing that looks like a database.
async function create(folder: string, binaries: PostgresBinaries, user: PostgresUser, durable: boolean) {
  const fresh = `${folder}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  if (user.owner) await chown(fresh, user.owner.uid, user.owner.gid)
  await runInitdb({ binaries, user, folder: fresh, durable })
  await rename(fresh, folder)
}

// Asked for on every start, because a first start may have been killed just before.
async function ensureDatabase(
  connection: SocketConnection,
  admin: SocketConnection,
  fresh: boolean,
): Promise<void> {
  if (!fresh && (await exists(connection))) return
  const { rows } = await run(admin, `select 1 from pg_roles where rolname = '${connection.user}'`)
  if (rows.length === 0) await run(admin, `create role ${connection.user} login`)
  await run(admin, `create database ${connection.database} owner ${connection.user}`)
}

async function exists(connection: SocketConnection): Promise<boolean> {
  try {
    await run(connection, 'select 1')
    return true
  } catch (error) {
    // 28000: no such role, 3D000: no such database.
    if (['28000', '3D000'].includes(codeOf(error) ?? '')) return false
    throw error
  }
}

async function run(connection: SocketConnection, text: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

// As another user, PostgreSQL must be able to walk to its programs and to its folder. Everything else in the data
// folder is closed to others by itself.
async function openTheWay(dataDir: string, user: PostgresUser, binaries: PostgresBinaries): Promise<void> {
  await chmod(dataDir, 0o711)
  const reachable = ['test', '-x', binaries.postgres, '-a', '-x', dataDir]
  if (!(await succeeds([...user.prefix, ...reachable]))) throw new StartFailure('embeddedAsRoot')
}

// Root could keep the folder until namespaces were refused; from then on it belongs to the user who runs PostgreSQL.
async function handOver(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  if ((await ownerOf(folder)) === uid) return
  if (!(await succeeds(['chown', '-R', `${uid}:${gid}`, folder]))) throw new StartFailure('embeddedAsRoot')
}

async function requireSameMajor(folder: string): Promise<void> {
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (found !== EMBEDDED_MAJOR)
    throw new StartFailure('embeddedVersion', { folder, found, expected: EMBEDDED_MAJOR })
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
