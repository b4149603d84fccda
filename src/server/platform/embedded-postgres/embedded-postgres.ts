import { chmod, chown, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { codeOf, StartFailure } from '#server/start-failure.ts'
import { EMBEDDED_MAJOR, findBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { stopOrphans } from './postgres-orphans.ts'
import { runInitdb, runServer, type ServerProcess, type Target } from './postgres-process.ts'
import { clearSocketLock, ensureSocketFolder, SOCKET_PORT } from './postgres-socket.ts'
import { choosePostgresUser, type PostgresUser, succeeds } from './postgres-user.ts'
import { copyPrepared } from './prepared-cluster.ts'

export type SocketConnection = { host: string; port: number; user: string; database: string; ssl: false }

export type EmbeddedPostgres = {
  /** For the product: owner of its database, not a superuser. */
  connection: SocketConnection
  /** For tests and repairs: the superuser, in the maintenance database. */
  admin: SocketConnection
  pid: number
  /** Resolves when the server ends; `expected` if `stop` ended it. */
  ended: Promise<{ expected: boolean }>
  /** Ends all connections and the server, with everything written. May be called twice. */
  stop: () => Promise<void>
}

export type EmbeddedOptions = {
  /** An existing folder, locked by the caller (data-lock.ts) so that no second server can use it. */
  dataDir: string
  /** False only for tests: does not wait for the disk, so a crash of the machine would lose data. */
  durable?: boolean
  /** Where the build may have left a cluster for a first start to copy. */
  preparedFolder?: string
  /** Whether to create the database if the folder has no database; false if it had one before. */
  creates?: boolean
  /** Called once, before a first start creates the database. */
  onCreate?: () => void
  /** Receives the server's log, line by line. */
  onLog?: (line: string) => void
  /** The user PostgreSQL runs as; tests force the rarer cases. */
  chooseUser?: typeof choosePostgresUser
}

/**
 * Starts the PostgreSQL of the lockfile on `dataDir/postgres` and resolves when it accepts connections. The first start
 * creates it, by copying the prepared cluster if it exists. It listens on a unix socket in a folder that only the owner
 * can enter, never on the network; that folder is the only authentication.
 *
 * Call it from the main thread: the kernel ties the server's life to the thread that started it.
 * @throws StartFailure in the cases of postgres-user.ts and postgres-binaries.ts, for a folder of another version of
 * PostgreSQL, and with the last log lines if the server does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, creates = true, onLog = () => undefined } = options
  const folder = join(dataDir, 'postgres')
  const binaries = await findBinaries(join(dataDir, 'postgres-lib'))
  const user = await (options.chooseUser ?? choosePostgresUser)(await ownerOf(folder))
  if (user.owner) await openTheWay(dataDir, user, binaries)
  let bare = false
  if (creates && (await ownerOf(folder)) === undefined) {
    options.onCreate?.()
    bare = await create({ binaries, user, folder, durable }, options.preparedFolder)
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
    await ensureDatabase(connection, admin, bare)
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

// Created next to it and renamed when complete, so that an interrupted start leaves nothing that looks like a database.
// Returns whether it is bare: without the product's role and database.
async function create(target: Target, preparedFolder: string | undefined): Promise<boolean> {
  const { folder, user } = target
  await removeHalfMade(folder)
  let fresh = await emptyFolder(folder, user)
  const copied =
    preparedFolder !== undefined && (await copyPrepared(preparedFolder, { ...target, folder: fresh }))
  if (!copied) {
    await removeHalfMade(folder)
    fresh = await emptyFolder(folder, user)
    await runInitdb({ ...target, folder: fresh })
  }
  await rename(fresh, folder)
  if (target.durable) await syncFolder(dirname(folder))
  return !copied
}

// Each has a different name, so that a process that still writes to an earlier one does no harm.
async function emptyFolder(folder: string, { owner }: PostgresUser): Promise<string> {
  const fresh = await mkdtemp(`${folder}.new-`)
  if (owner) await chown(fresh, owner.uid, owner.gid)
  return fresh
}

async function removeHalfMade(folder: string): Promise<void> {
  const names = await readdir(dirname(folder))
  for (const name of names.filter((found) => found.startsWith(`${basename(folder)}.new`)))
    await rm(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

// Checked on every start, because a first start may have been interrupted just before.
async function ensureDatabase(
  connection: SocketConnection,
  admin: SocketConnection,
  bare: boolean,
): Promise<void> {
  if (!bare && (await exists(connection))) return
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
  // A server that dies meanwhile fails the query; without a listener its end would also end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

// When it runs as another user, PostgreSQL must have access to its programs and to its folder. Everything else in the
// data folder has restrictive permissions itself.
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
  const found = await versionOf(folder)
  if (found === undefined) throw new StartFailure('embeddedDamaged', { folder })
  if (found !== EMBEDDED_MAJOR)
    throw new StartFailure('embeddedVersion', { folder, found, expected: EMBEDDED_MAJOR })
}

async function versionOf(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
