import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { StartFailure } from '#server/start-failure.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { SOCKET_PORT } from './postgres-socket.ts'
import type { PostgresUser } from './postgres-user.ts'

export type ServerProcess = {
  pid: number
  ended: Promise<{ expected: boolean }>
  stop: () => Promise<void>
}

export type Target = { binaries: PostgresBinaries; user: PostgresUser; folder: string; durable: boolean }

const READY = 'database system is ready to accept connections'
const KEPT_LINES = 8
/**
 * Our connections are closing when the server is stopped. It waits for them; remaining ones (such as a psql session)
 * are cut off after this time.
 */
const GOODBYE_MS = 1_500
/** After this time the server is stopped without a last checkpoint; the next start recovers. */
const STOP_PATIENCE_MS = 15_000

/** For a small machine; the settings that protect committed writes (fsync, full pages) keep PostgreSQL's defaults. */
const SERVER_SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '32MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  max_wal_size: '256MB',
  min_wal_size: '64MB',
  huge_pages: 'off',
  jit: 'off',
  // One server, no replicas: disables the processes and WAL that only replication needs.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '1',
  // initdb writes its option with the schema twice, which breaks the workers of a large index or VACUUM.
  default_text_search_config: 'pg_catalog.spanish',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  cluster_name: 'norte',
}

const CARELESS_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
}

/** The options of every cluster: UTF8, sorted by the rules of Spanish. */
export const INITDB_OPTIONS = [
  '--username=postgres',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=icu',
  '--icu-locale=es-MX',
  '--text-search-config=pg_catalog.spanish',
  // Without these initdb tries several sizes, which takes longer than everything else.
  '--set=max_connections=60',
  '--set=shared_buffers=64MB',
]

/** Creates a database cluster in an empty folder. */
export async function runInitdb(target: Target): Promise<void> {
  const { binaries, folder, durable } = target
  const sync = durable ? [] : ['--no-sync']
  await runToEnd(target, [binaries.initdb, `--pgdata=${folder}`, ...INITDB_OPTIONS, ...sync])
}

/** Flushes a copied cluster to the disk. */
export async function syncCluster(target: Target): Promise<void> {
  const { binaries, folder } = target
  // One call for the whole file system instead of one for each of a thousand files.
  const method = process.platform === 'linux' ? ['--sync-method=syncfs'] : []
  await runToEnd(target, [binaries.initdb, `--pgdata=${folder}`, '--sync-only', ...method])
}

/**
 * Runs a program as the user who runs PostgreSQL, and waits until it ends.
 * @throws StartFailure `embeddedFailed` with its output
 */
export async function runToEnd(
  { user, binaries }: Pick<Target, 'user' | 'binaries'>,
  commandLine: string[],
): Promise<void> {
  const child = start(user, binaries, commandLine)
  const lines = tail(child, () => undefined)
  const code = await exitOf(child)
  const reason = lines.join(' ') || `${commandLine[0]} ${code}`
  if (code !== 0) throw new StartFailure('embeddedFailed', { reason })
}

/** Starts the server and waits until it accepts connections. */
export async function runServer(
  target: Target & { socketFolder: string; onLog: (line: string) => void },
): Promise<ServerProcess> {
  const { binaries, user, folder, socketFolder, durable, onLog } = target
  const settings = {
    ...SERVER_SETTINGS,
    port: String(SOCKET_PORT),
    // The setting is a list: unquoted, a comma in the path would split it.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    ...(durable ? {} : CARELESS_SETTINGS),
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = start(user, binaries, [binaries.postgres, '-D', folder, ...options])
  // If setpriv is missing, this still covers every exit except kill -9, after which the next start cleans up.
  const stopAtExit = () => child.kill('SIGINT')
  process.once('exit', stopAtExit)
  let stopping = false
  const exited = exitOf(child)
  const ended = exited
    .catch(() => null)
    .then(() => {
      process.off('exit', stopAtExit)
      return { expected: stopping }
    })
  await ready(child, exited, onLog)
  return {
    pid: child.pid!,
    ended,
    stop: async () => {
      stopping = true
      child.kill('SIGTERM')
      const cutOff = setTimeout(() => child.kill('SIGINT'), GOODBYE_MS)
      const hurry = setTimeout(() => child.kill('SIGQUIT'), STOP_PATIENCE_MS)
      await exited
      clearTimeout(cutOff)
      clearTimeout(hurry)
    },
  }
}

function ready(child: ChildProcess, exited: Promise<unknown>, onLog: (line: string) => void): Promise<void> {
  return new Promise((done, fail) => {
    const lines = tail(child, (line) => {
      if (line.includes(READY)) done()
      onLog(line)
    })
    exited.then(
      () => fail(new StartFailure('embeddedFailed', { reason: lines.join(' ') })),
      (error: unknown) => fail(error),
    )
  })
}

// Detached: Ctrl-C reaches the whole foreground group, and the database must outlive the requests in flight.
function start({ prefix }: PostgresUser, { env }: PostgresBinaries, commandLine: string[]): ChildProcess {
  const [command = '', ...args] = [...prefix, ...commandLine]
  return spawn(command, args, { detached: true, env, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
}

/** The last lines of the program's output, filled while it runs. */
function tail(child: ChildProcess, onLine: (line: string) => void): string[] {
  const lines: string[] = []
  createInterface({ input: child.stderr! }).on('line', (line) => {
    lines.push(line)
    if (lines.length > KEPT_LINES) lines.shift()
    onLine(line)
  })
  return lines
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((done, fail) => {
    child.once('error', fail)
    // Not `exit`: by `close` all its output has been read.
    child.once('close', (code) => done(code))
  })
}
