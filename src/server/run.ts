import { createApp } from './app.ts'
import { type ParsedConfig, parseConfig, urlOf } from './config.ts'
import { createDeps, type Deps, type DepsOptions } from './deps.ts'
import { drain, longestDrainMs } from './drain.ts'
import { openDoors } from './doors.ts'
import { type Departure, createDeparture } from './http/departure.ts'
import { listen } from './listen.ts'
import { watchCondition } from './operations/condition.ts'
import { DISK_FULL_BYTES } from './operations/readiness.domain.ts'
import { waitForBackup } from './operations/wait-for-backup.ts'
import { createOperationsApp } from './http/operations-app.ts'
import { type StartProgress, createStartProgress } from './start-progress.ts'
import { lockDataFolder, openDataFolder } from './platform/data-lock.ts'
import { causeOf, whenDatabaseIsThere } from './platform/postgres/database-away.ts'
import { keepEmbeddedPostgres } from './platform/embedded-postgres/embedded-keeper.ts'
import type { SocketConnection } from './platform/embedded-postgres/embedded-postgres.ts'
import { createLogger, type Logger } from './platform/logger.ts'
import { freeSpace, isOutOfRoom, requireSpace } from './platform/disk-space.ts'
import { type RestoreMarker, findDatabaseMarker, findFileMarker } from './platform/backup/restore-marker.ts'
import { type RunMigration, migrate, migrationsFolder } from './platform/postgres/migrate.ts'
import {
  createDatabase,
  type Database,
  type DatabaseConnection,
  requireUsableServer,
} from './platform/postgres/postgres.ts'
import { loadSecrets } from './platform/secrets.ts'
import { localesFolder, preparedFolder } from './folders.ts'
import { createTexts } from './platform/texts.ts'
import { createShutdown, type Shutdown, StartInterrupted } from './shutdown.ts'
import { StartFailure } from './start-failure.ts'
import { openTerminal, type Terminal, terminalLanguage } from './terminal.ts'
import { startWorker } from './worker.ts'

export type RunOptions = {
  env: Record<string, string | undefined>
  /** The arguments after the script's name. */
  argv: readonly string[]
  /** Fills an empty database with the demo data (`--demo`) and returns the lines to print, passwords among them. */
  fillDemo?: (deps: Deps) => Promise<string[]>
  /** For tests: a clock at another date, and passwords that are cheap to hash. */
  adapters?: Pick<DepsOptions, 'clock' | 'passwords'>
  /** For tests: called with the composed parts before anything is served. */
  onDeps?: (deps: Deps) => void
}

type Start = {
  parsed: ParsedConfig
  logger: Logger
  terminal: Terminal
  shutdown: Shutdown
  departure: Departure
  progress: StartProgress
  options: Pick<RunOptions, 'fillDemo' | 'adapters' | 'onDeps'>
}

/** The shutdown takes no longer than this once the connections are closed, well within the limit of supervisors. */
const CLOSE_WITHIN_MS = 12_000

/**
 * The life of the server process: settings, data folder, database, migrations, roles; then until a signal. Ends the
 * process with 0 after SIGTERM or Ctrl-C, and with 1 and one clear line if it cannot start.
 */
export async function run({ env, argv, ...options }: RunOptions): Promise<void> {
  // All files created from here on (mails, uploads, secrets) are only accessible to the owner.
  process.umask(0o077)
  // Output that nobody reads any more is no reason to end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const language = terminalLanguage(env)
  const result = parseConfig(env, argv)
  if (result.problems) {
    openTerminal({ language }).refuse(result.problems)
    process.exitCode = 1
    return
  }
  const logger = createLogger(result.config.logLevel)
  // In production programs read the output: every line is a log line.
  const out = (text: string) => logger.info(text.trim())
  const terminal = openTerminal(result.config.production ? { language, out } : { language })
  const departure = createDeparture()
  const progress = createStartProgress()
  const started = Promise.withResolvers<void>()
  const shutdown = createShutdown({
    started: started.promise,
    onBegin: (exitCode) => {
      departure.begin()
      if (exitCode === 0) terminal.say('start.stopping')
    },
    onError: (error) => logger.error({ err: error }, 'closing failed'),
    exit: (exitCode) => process.exit(exitCode),
    deadlineMs: longestDrainMs(result.config) + CLOSE_WITHIN_MS,
  })
  endWith(shutdown, logger)
  try {
    await start({ parsed: result.config, logger, terminal, shutdown, departure, progress, options })
  } catch (error) {
    if (!(error instanceof StartInterrupted)) {
      logger.debug({ err: error }, 'start failed')
      terminal.complain(error)
      shutdown.begin(1)
    }
  } finally {
    started.resolve()
  }
}

async function start(parts: Start): Promise<void> {
  const { parsed, logger, terminal, shutdown, departure, progress, options } = parts
  const { fillDemo, adapters, onDeps } = options
  const folder = await openFolder(parts)
  if (!parsed.databaseUrl) requireRestored(await findFileMarker(folder))
  await requireSpace(folder)
  const { settled, main, operations } = await openDoors(parts, () => createTexts(localesFolder))
  // It answers until everything else has ended.
  const last = { close: async () => undefined as unknown }
  shutdown.onClose(() => last.close())
  shutdown.check()
  const connection = parsed.databaseUrl ? { url: parsed.databaseUrl } : await startOwnServer(folder, parts)
  const database = openDatabase(connection, parts)
  const there = waiting(parts, 'url' in connection ? undefined : folder)
  if ('url' in connection) {
    await there(() => requireUsableServer(database.pool))
    requireRestored(await there(() => findDatabaseMarker(database.pool)))
  }
  const migrated = await progress.during('migrating', async () => {
    const onWait = () => terminal.say('start.backupFirst')
    await there(() => waitForBackup(database, { onWait, check: () => shutdown.check() }))
    return there(() => migrate(database.pool, migrationsFolder(), tellMigrations(parts)))
  })
  const { config, isNewSecret } = await loadSecrets(settled)
  if (isNewSecret && migrated.length === 0 && (await hasAccounts(database))) {
    terminal.say('start.newSecret', { folder: config.dataDir })
  }
  const deps = await there(() => createDeps(config, database, logger, adapters))
  shutdown.onClose(() => deps.close())
  onDeps?.(deps)
  shutdown.check()
  const demoLines = config.demo && fillDemo ? await fillDemo(deps) : []
  shutdown.check()
  if (config.roles.worker) {
    const worker = await there(() => startWorker(deps))
    shutdown.onClose(() => worker.stop())
  }
  shutdown.check()
  const condition = watchCondition(deps, departure)
  if (config.roles.web) {
    const app = await createApp(deps, { departure, condition })
    shutdown.onClose(() => drain(app, deps, departure))
    await listen(app, config, main)
  }
  // Last, because it says that this process is ready.
  if (operations) {
    const app = await createOperationsApp(deps, condition)
    last.close = () => app.close()
    await listen(app, operations, operations)
  }
  terminal.ready(config, demoLines)
  process.send?.({
    ready: config.publicUrl,
    operations: operations && urlOf(operations.host, operations.port),
  })
}

function openDatabase(connection: DatabaseConnection, parts: Start): Database {
  const database = createDatabase(connection, {
    size: parts.parsed.databasePool,
    onError: (error) => parts.logger.warn({ err: error }, 'database connection lost'),
  })
  parts.shutdown.onClose(database.close)
  return database
}

// Half of a backup may be here: what people wrote into it would be lost when the restore is finished.
function requireRestored(marker: RestoreMarker | undefined): void {
  if (marker) throw new StartFailure('restoreUnfinished', { backup: marker.backup })
}

/**
 * Runs startup steps that need the database, and waits while it is away or its disk is full. The terminal reports each once.
 * @param folder where an embedded database is
 */
function waiting({ logger, terminal, shutdown, progress }: Start, folder: string | undefined) {
  const told = new Set<string>()
  const onAway = async (error: unknown) => {
    shutdown.check()
    const missing = (await hasNoRoom(error, folder)) ? 'room' : 'database'
    logger.warn(
      { err: error },
      missing === 'room' ? 'waiting for room on the disk' : 'waiting for the database',
    )
    progress.setWaiting(missing === 'room' ? 'disk_full' : 'waiting_for_database')
    if (told.has(missing)) return missing
    told.add(missing)
    if (missing === 'room') terminal.complain(fullDisk(folder))
    else if (error instanceof StartFailure) terminal.complain(error)
    terminal.say(missing === 'room' ? 'start.waitingForRoom' : 'start.waiting')
    return missing
  }
  return async <T>(step: () => Promise<T>): Promise<T> => {
    const done = await whenDatabaseIsThere(step, {
      onAway,
      ended: shutdown.begun,
      check: () => shutdown.check(),
    })
    progress.setWaiting(undefined)
    return done
  }
}

// An embedded database that cannot write its log to a full disk ends, and is away; nobody else would say why.
async function hasNoRoom(error: unknown, folder: string | undefined): Promise<boolean> {
  if (isOutOfRoom(causeOf(error))) return true
  return folder !== undefined && (await freeSpace(folder).catch(() => Infinity)) < DISK_FULL_BYTES
}

function fullDisk(folder: string | undefined): StartFailure {
  return folder === undefined
    ? new StartFailure('databaseDiskFull')
    : new StartFailure('diskFull', { folder })
}

// A first start runs them all, which need not be listed.
function tellMigrations({ logger, terminal }: Start): (migration: RunMigration) => void {
  let isFirstStart = false
  return (migration) => {
    logger.debug(migration, 'migration applied')
    isFirstStart ||= migration.name.startsWith('0001_')
    if (!isFirstStart) terminal.say('start.migrated', migration)
  }
}

async function hasAccounts({ pool }: Database): Promise<boolean> {
  const { rowCount } = await pool.query('select from users limit 1')
  return rowCount === 1
}

// With an external database the folder may be shared: by a web and a worker process, for example.
async function openFolder({ parsed, shutdown }: Start): Promise<string> {
  if (parsed.databaseUrl) return openDataFolder(parsed.dataDir)
  const lock = await lockDataFolder(parsed.dataDir)
  shutdown.onClose(lock.release)
  return lock.folder
}

async function startOwnServer(
  dataDir: string,
  { logger, terminal, shutdown }: Start,
): Promise<SocketConnection> {
  const server = await keepEmbeddedPostgres({
    dataDir,
    preparedFolder,
    onCreate: () => terminal.say('start.preparing'),
    onLog: (line) => (/^(?:FATAL|PANIC):/.test(line) ? logger.warn(line) : logger.debug(line)),
    onLost: () => logger.error('embedded database ended unexpectedly, starting it again'),
    onBack: () => logger.warn('embedded database is back'),
    onError: (error) => logger.error({ err: error }, 'embedded database not started'),
  })
  shutdown.onClose(server.stop)
  return server.connection
}

function endWith(shutdown: Shutdown, logger: Logger): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => shutdown.begin(0))
  // If the parent process with an IPC channel (a test, a supervisor) is gone, no signal will arrive any more.
  process.once('disconnect', () => shutdown.begin(0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, event)
      shutdown.begin(1)
    })
  }
}
