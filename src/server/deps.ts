import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { MembershipId } from '#contract/values.ts'
import type { IceServer } from '#contract/video/calls.ts'
import { type Clock, systemClock } from '#time/clock.ts'
import { type WriteArchive, createArchives } from './beside/archives.ts'
import type { Config } from './config.ts'
import type { DB } from './db/schema.ts'
import { EVENT_PLANS } from './effects/plans/plan.ts'
import type { EventPlans } from './events/event-plans.ts'
import { QUEUES, SLOW_QUEUES } from './events/queues.ts'
import { type ActorCache, createActorCache } from './http/actor-cache.ts'
import { type RequestLimiter, createRequestLimiter } from './http/security/request-limiter.ts'
import { shareCounts } from './http/security/share-counts.ts'
import { type CalendarFetch, createCalendarFetch } from './platform/calendar/calendar-fetch.ts'
import { holdRemovals, isBackupUnderWay } from './platform/backup/backup-lock.ts'
import { type Batches, createBatches } from './platform/postgres/batches.ts'
import { type Bus, createInProcessBus, createPostgresBus } from './platform/realtime/bus.ts'
import { type FreeSpace, freeSpace, isOutOfRoom } from './platform/disk-space.ts'
import { writeIcalendar } from './platform/calendar/icalendar.ts'
import { type Images, createImages } from './platform/files/images.ts'
import { uuidv7 } from './platform/ids.ts'
import { iceServersOf } from './platform/internet/ice-servers.ts'
import { type Jobs, createJobs } from './platform/jobs/jobs.ts'
import type { Logger } from './platform/logger.ts'
import { type MailOutcomes, watchMails } from './platform/mails/mail-outcomes.ts'
import { type Metrics, NO_METRICS } from './platform/metrics/metrics.ts'
import { type Mailer, createOutboxMailer, createSmtpMailer } from './platform/mails/mailer.ts'
import { type Oidc, createOidc } from './platform/oidc.ts'
import { type Passwords, createPasswords } from './platform/passwords.ts'
import { type PaymentProvider, createPaymentProvider } from './platform/payments/payments.ts'
import { createStripe } from './platform/payments/stripe/stripe.ts'
import type { Database } from './platform/postgres/postgres.ts'
import { type Push, createPush } from './platform/push/push.ts'
import { vapidKeysOf } from './platform/push/vapid.ts'
import { type Pause, pause } from './platform/pause.ts'
import { createRedisBus } from './platform/realtime/redis-bus.ts'
import { type Realtime, createRealtime } from './platform/realtime/realtime.ts'
import { readContent } from './platform/files/file-content.ts'
import { openFileStores } from './platform/files/file-stores.ts'
import { type Scratch, createScratch } from './platform/files/scratch.ts'
import type { FileStore } from './platform/files/storage.ts'
import { openZip } from './platform/files/unzip.ts'
import { type Texts, createTexts } from './platform/texts.ts'
import { type Threads, createThreads } from './platform/threads/threads.ts'
import { type Tokens, createTokens } from './platform/tokens.ts'
import { type Sfu, createSfu } from './platform/sfu/sfu.ts'
import { localesFolder, threadTasksFile } from './folders.ts'
import type { ThreadTasks } from './beside/thread-tasks.ts'

// Types of adapters that use cases name.
export type { WriteArchive } from './beside/archives.ts'
export type { BatchKind } from './platform/postgres/batches.ts'
export type { ZipFault, ZipReader } from './platform/files/unzip.ts'
export type { ZipWriter, writeZip } from './platform/files/zip.ts'
export type { PushOptions } from './platform/push/push.ts'
export type { News, OpenSocket } from './platform/realtime/realtime.ts'
export type { LineIds, SfuLine } from './platform/sfu/sfu.ts'
export type { Watch } from './platform/sfu/rooms.ts'
export type { Carried } from './platform/sfu/videoroom.ts'

/** Everything a use case may use. Created only here; no other code constructs an adapter, except tests. */
export type Deps = {
  config: Config
  db: Kysely<DB>
  log: Logger
  clock: Clock
  texts: Texts
  mailer: Mailer
  mailOutcomes: MailOutcomes
  passwords: Passwords
  tokens: Tokens
  /** The identity provider behind the Google button; undefined unless configured. */
  oidc: Oidc | undefined
  /** How coaches pay; nothing else knows which provider is configured. */
  payments: PaymentProvider
  /** Pictures. */
  files: FileStore
  /** The bytes of resources, also of those that are still being uploaded. */
  resourceFiles: FileStore
  /** Archives of people's data, until they expire. */
  exportFiles: FileStore
  /** The parts of archives that practices are read back from, until they were read. */
  importFiles: FileStore
  /** Says what a file is by its bytes. */
  readContent: typeof readContent
  /** The servers with which the browser of somebody finds a way to others. */
  iceServers: (person: MembershipId) => IceServer[]
  /** Passes on the media of groups; undefined unless configured. Only web servers speak with it. */
  sfu: Sfu | undefined
  freeSpace: FreeSpace
  /** Whether something failed because a disk is full. */
  isOutOfRoom: (error: unknown) => boolean
  images: Images
  writeArchive: WriteArchive
  /** Archives while they are written. */
  exportParts: Scratch
  openZip: typeof openZip
  /** Archives while they are read. */
  importParts: Scratch
  /** Writes calendar files. */
  icalendar: typeof writeIcalendar
  /** Runs work that would block every other request. */
  threads: Threads<ThreadTasks>
  /** Reads a calendar file from an address that a person typed in. */
  calendarFetch: CalendarFetch
  push: Push
  jobs: Jobs
  /** The effects and timers of each event. */
  eventPlans: EventPlans
  realtime: Realtime
  /** Groups what is asked for at the same time into one transaction. */
  batches: Batches
  /** Signed-in people by sign-in, cached for a moment so that a read needs one query. */
  actors: ActorCache
  /** Counts requests by their senders, together with the other servers. */
  limiter: RequestLimiter
  pause: Pause
  /** Counts what this process does; nothing without METRICS_TOKEN. */
  metrics: Metrics
  /** The connections of the pool for requests, and the queries that wait for one. */
  countConnections: () => { idle: number; used: number; waiting: number }
  /** A new UUIDv7 as any branded id. */
  newId<Id extends string>(): Id
  close(): Promise<void>
}

export type DepsOptions = {
  clock?: Clock
  mailer?: Mailer
  passwords?: Passwords
  pause?: Pause
  calendarFetch?: CalendarFetch
  push?: Push
  freeSpace?: FreeSpace
  /** How long an actor is cached; half a second by default. */
  actorCacheMs?: number
  bus?: Bus
}

/** Composes the process. The options replace external services in tests. */
export async function createDeps(
  config: Config,
  database: Database,
  log: Logger,
  options: DepsOptions = {},
): Promise<Deps> {
  const clock = options.clock ?? systemClock
  const mail = { from: config.mailFrom, publicUrl: config.publicUrl }
  const outbox = join(config.dataDir, 'outbox')
  const metrics = config.metricsToken === undefined ? NO_METRICS : await loadPrometheus()
  const { mailer, outcomes: mailOutcomes } = watchMails(
    options.mailer ??
      (config.smtpUrl
        ? createSmtpMailer(config.smtpUrl, { ...mail, outbox })
        : createOutboxMailer(outbox, mail)),
    (outcome) => metrics.mailed(outcome),
  )
  const jobs = await createJobs(database.connection, {
    queues: QUEUES,
    slow: SLOW_QUEUES,
    log,
    supervise: config.roles.worker,
    onAttempt: (attempt) => metrics.worked(attempt),
  })
  const bus = options.bus ?? (await openBus(config, database, log))
  const realtime = createRealtime(bus, options.pause)
  const limiter = createRequestLimiter(clock)
  const sharing = shareCounts(limiter, bus)
  const sfu = config.sfu && config.roles.web ? createSfu(config.sfu, log) : undefined
  const threads = createThreads<ThreadTasks>({ file: threadTasksFile, log })
  const { dataDir, s3 } = config
  const archives = createArchives(database.connection, { dataDir, s3 })
  const { files, resourceFiles, exportFiles, importFiles } = await openFileStores({ dataDir, s3 })
  const heldBack = (store: FileStore) => holdRemovals(store, () => isBackupUnderWay(database.db))
  return {
    config,
    db: database.db,
    log,
    clock,
    texts: createTexts(localesFolder),
    mailer,
    mailOutcomes,
    passwords: options.passwords ?? (await createPasswords()),
    tokens: createTokens(config.tokenSecret),
    oidc: config.oidc && createOidc(config.oidc, `${config.publicUrl}/v1/auth/google/callback`),
    payments: createPaymentProvider(
      config.paymentProvider,
      config.publicUrl,
      config.paymentProvider === 'stripe' && config.stripe
        ? await createStripe({ ...config.stripe, plans: config.plans }, clock)
        : undefined,
    ),
    iceServers: (person) => iceServersOf(config.ice, person, clock.now()),
    sfu,
    freeSpace: options.freeSpace ?? freeSpace,
    isOutOfRoom,
    files: heldBack(files),
    resourceFiles: heldBack(resourceFiles),
    // No backup has them: they can be asked for again.
    exportFiles,
    importFiles,
    readContent,
    images: createImages(),
    writeArchive: archives.write,
    exportParts: createScratch(join(config.dataDir, 'export-parts')),
    openZip,
    importParts: createScratch(join(config.dataDir, 'import-parts')),
    icalendar: writeIcalendar,
    threads,
    calendarFetch: options.calendarFetch ?? createCalendarFetch(),
    push: options.push ?? ownPush(config, clock),
    jobs,
    eventPlans: EVENT_PLANS,
    realtime,
    batches: createBatches(),
    limiter,
    actors: createActorCache(options.actorCacheMs ?? 500, bus),
    pause: options.pause ?? pause,
    metrics,
    countConnections: () => {
      const { idleCount: idle, totalCount, waitingCount: waiting } = database.pool
      return { idle, used: totalCount - idle, waiting }
    },
    newId: <Id extends string>() => uuidv7(clock.now()) as Id,
    async close() {
      sharing.stop()
      await realtime.close()
      sfu?.close()
      // Its job ends at once, and comes again.
      await archives.close()
      await jobs.stop()
      await threads.close()
      await bus.close()
      mailer.close()
    },
  }
}

// An embedded database belongs to this process alone; other processes may share an external one.
async function openBus({ redisUrl }: Config, { connection, pool }: Database, log: Logger): Promise<Bus> {
  if (!('url' in connection)) return createInProcessBus()
  return redisUrl ? createRedisBus(redisUrl, log) : createPostgresBus(connection, pool, log)
}

// Its package is loaded only where somebody reads what it counts.
async function loadPrometheus(): Promise<Metrics> {
  const { createPrometheus } = await import('./platform/metrics/prometheus.ts')
  return createPrometheus()
}

function ownPush({ vapidPrivateKey, operator, publicUrl }: Config, clock: Clock): Push {
  const keys = vapidKeysOf(vapidPrivateKey)
  if (!keys) throw new Error('VAPID_PRIVATE_KEY is not a key')
  const subject = operator.email
    ? `mailto:${operator.email}`
    : publicUrl.startsWith('https:')
      ? publicUrl
      : 'mailto:norte@localhost.localdomain'
  return createPush({ keys, subject, clock })
}

/** The same with payments in test mode, whatever is configured: the demo practice pays in it. */
export function withTestPayments(deps: Deps): Deps {
  return { ...deps, payments: createPaymentProvider('sandbox', deps.config.publicUrl) }
}
