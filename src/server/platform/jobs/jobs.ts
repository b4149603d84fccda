import { type Job, type JobResult, PgBoss } from 'pg-boss'
import { CompiledQuery, type Transaction } from 'kysely'
import type { DB } from '#server/db/schema.ts'
import { isDatabaseAway } from '#server/platform/postgres/database-away.ts'
import {
  type FailingJob,
  type GivenUpJob,
  type JobFilter,
  GIVEN_UP,
  dropGivenUp,
  hurryFailing,
  listFailing,
  listGivenUp,
} from './given-up-jobs.ts'
import { openJobDatabase } from './job-database.ts'
import { HopelessJob } from './hopeless-job.ts'
import { HEARTBEAT_SECONDS, adoptJobs, takeBack } from './job-rescue.ts'
import { type JobPriority, STORED_PRIORITIES } from './priorities.ts'
import { putBackCopies } from './job-copies.ts'
import { cleanReasons, reasonOf } from './reasons.ts'
import { RETRIES } from './retries.ts'
import { firstWaiting } from './waiting-jobs.ts'
import type { Logger } from '../logger.ts'
import type { JobOutcome } from '../metrics/metrics.ts'
import { inContext, requestContextOf, withRequestId } from '#server/work-context.ts'
import type { DatabaseConnection } from '#server/platform/postgres/postgres.ts'

/** A job to enqueue; `ordinary` by default. */
export type NewJob = { data: object; priority?: JobPriority }

export type Jobs = {
  /**
   * Enqueues a job in `tx`: it exists exactly if the transaction commits (architecture §4). Its data get the id of the request
   * that causes it beside what they are (ADR 77).
   */
  enqueue(tx: Transaction<DB>, queue: string, data: object, priority?: JobPriority): Promise<void>
  /** Enqueues any number of jobs in `tx` with one statement. */
  enqueueAll(tx: Transaction<DB>, queue: string, jobs: readonly NewJob[]): Promise<void>
  /**
   * Runs `handler` for each job of the queue, `atOnce` of them at a time, by priority, woken by the commit. A job that throws is
   * retried alone, with growing delays. Short jobs may be fetched and completed several `together`, which makes a large
   * number of them cheap. One that throws `HopelessJob`, or fails for two days, is given up.
   */
  work(
    queue: string,
    options: { atOnce: number; together?: number | undefined },
    handler: (data: object) => Promise<void>,
  ): Promise<void>
  /**
   * Runs the waiting jobs, one after the other, until none waits that no other process has taken; a queue further down
   * waits for those above. For tests and the demo.
   */
  drain(handlers: ReadonlyMap<string, (data: object) => Promise<void>>): Promise<void>
  /** The jobs that were given up, oldest first. They are kept for half a year. */
  listGivenUp(filter?: JobFilter): Promise<GivenUpJob[]>
  /**
   * Returns the jobs that have been given up by now to their queues.
   * @returns how many
   */
  retryGivenUp(filter?: JobFilter): Promise<number>
  /** Drops one that was given up. @returns whether there was such a job */
  dropGivenUp(id: string, told: { by: string; why: string }): Promise<boolean>
  /** The jobs that failed and are tried again, the next one first. */
  listFailing(filter?: JobFilter): Promise<FailingJob[]>
  /** Lets them be tried now. @returns how many */
  hurryFailing(filter?: JobFilter): Promise<number>
  /** Enqueues the copies of jobs of a backup, on the connection on which they lie. @returns how many */
  putBack(execute: Parameters<typeof putBackCopies>[1]): Promise<number>
  /** Waits for the active jobs, then closes. May be called twice. */
  stop(): Promise<void>
}

type JobsOptions = {
  queues: readonly string[]
  /** Queues whose jobs take longer than a quarter of an hour, and how many seconds at most. */
  slow?: Readonly<Record<string, number>>
  log: Logger
  /** Supervise the queues (expiry, retention, jobs of dead processes): once per process that works. */
  supervise: boolean
  /** Called after each attempt of a job. */
  onAttempt?: (attempt: { queue: string; outcome: JobOutcome; seconds: number }) => void
}

// Commits wake the workers; polling finds the rest: a retry that falls due, a lost connection.
const POLLING = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 5 }

const DAY_SECONDS = 86_400
const QUEUE = { notify: true, ...RETRIES, heartbeatSeconds: HEARTBEAT_SECONDS, deadLetter: GIVEN_UP }
/** Completed jobs are not needed; with fewer of them, finding active ones is cheaper. */
const KEPT = { deleteAfterSeconds: DAY_SECONDS }
const GIVEN_UP_KEPT = { retentionSeconds: 180 * DAY_SECONDS }

/** How often to look for jobs of dead processes: with the heartbeat, they continue within 20 s. */
export const RESCUE_MS = 8_000
const JUST_FETCHED_SECONDS = 2

/** Opens the job queues on PostgreSQL through pg-boss. */
export async function createJobs(
  connection: DatabaseConnection,
  { queues, slow = {}, log, supervise, onAttempt = () => undefined }: JobsOptions,
): Promise<Jobs> {
  // No other process can open an embedded database: an active job that is not ours was left by a process that ended.
  // Only one that was fetched a moment ago may not be in `inHand` yet.
  const alone = !('url' in connection)
  const silentSeconds = alone ? JUST_FETCHED_SECONDS : HEARTBEAT_SECONDS
  const settingsOf = (queue: string) => {
    const seconds = slow[queue]
    return { ...QUEUE, ...KEPT, ...(seconds !== undefined && { expireInSeconds: seconds }) }
  }
  const inHand = new Set<string>()
  const workers: string[] = []
  let away = false
  const database = openJobDatabase(connection, {
    log,
    onBack: () => {
      away = false
      void rescue()
      setTimeout(() => void rescue(), JUST_FETCHED_SECONDS * 1_000).unref()
    },
  })
  const boss = new PgBoss({
    db: database.boss,
    supervise,
    schedule: false,
    useListenNotify: supervise,
    maintenanceIntervalSeconds: 3_600,
  })
  boss.on('error', (error) => {
    const wasAway = away
    away = isDatabaseAway(error)
    // Every worker reports an outage repeatedly; it is logged once.
    if (!away || !wasAway) log.error({ err: error }, 'job queue')
  })

  const rescue = async () => {
    try {
      const count = await takeBack(database.query, { queues, inHand, silentSeconds })
      if (count > 0) log.warn({ jobs: count }, 'jobs under way in a process that ended go on')
      for (const id of workers) boss.notifyWorker(id)
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: error }, 'jobs not looked through')
    }
  }

  const attempt = async (handler: (data: object) => Promise<void>, queue: string, job: Job<object>) => {
    inHand.add(job.id)
    const begunAt = performance.now()
    const attempts = job.retryCount + 1
    const tell = (outcome: JobOutcome) => {
      const ms = performance.now() - begunAt
      onAttempt({ queue, outcome, seconds: ms / 1_000 })
      return { attempts, ms: Math.round(ms) }
    }
    try {
      await handler(job.data)
      log.info(tell('done'), 'job done')
      return { id: job.id, status: 'completed' } satisfies JobResult
    } catch (error) {
      const hopeless = error instanceof HopelessJob
      const what = { err: error, ...tell(hopeless ? 'given_up' : 'failed') }
      log.error(what, hopeless ? 'job given up' : 'job failed')
      const output = { message: reasonOf(error) }
      return { id: job.id, status: hopeless ? 'deadletter' : 'failed', output } satisfies JobResult
    } finally {
      inHand.delete(job.id)
    }
  }

  // Every line that is logged meanwhile says which job and request it belongs to.
  const settle = (handler: (data: object) => Promise<void>, queue: string, job: Job<object>) => {
    return inContext(contextOf(queue, job), () => attempt(handler, queue, job))
  }

  try {
    await boss.start()
    await boss.createQueue(GIVEN_UP, GIVEN_UP_KEPT)
    for (const queue of queues) await boss.createQueue(queue, settingsOf(queue))
    if (supervise) {
      // Queues of an older version have its settings; jobs keep the settings they were created with.
      for (const queue of queues) await boss.updateQueue(queue, settingsOf(queue))
      await adoptJobs(database.query, queues, alone)
      await cleanReasons(database.query, queues)
      const count = await takeBack(database.query, {
        queues,
        inHand,
        silentSeconds: alone ? 0 : HEARTBEAT_SECONDS,
      })
      if (count > 0) log.info({ jobs: count }, 'jobs under way at the last end go on')
      const givenUp = await listGivenUp(database.query)
      if (givenUp.length > 0)
        log.warn({ jobs: givenUp.length }, 'jobs were given up: scripts/operator/given-up.ts')
    }
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    await database.close()
    throw error
  }
  database.limit()
  const rescuing = supervise ? setInterval(() => void rescue(), RESCUE_MS).unref() : undefined

  let stopping: Promise<void> | undefined
  return {
    async enqueue(tx, queue, data, priority = 'ordinary') {
      await boss.send(queue, withRequestId(data), { db: within(tx), priority: STORED_PRIORITIES[priority] })
    },
    async enqueueAll(tx, queue, jobs) {
      if (jobs.length === 0) return
      await boss.insert(
        queue,
        jobs.map(({ data, priority = 'ordinary' }) => ({
          data: withRequestId(data),
          priority: STORED_PRIORITIES[priority],
        })),
        { db: within(tx) },
      )
    },
    async work(queue, { atOnce, together = 1 }, handler) {
      const options = {
        batchSize: together,
        perJobResults: true,
        heartbeatRefreshSeconds: HEARTBEAT_SECONDS / 4,
        ...POLLING,
      } as const
      for (let worker = 0; worker < atOnce; worker += together) {
        const id: string = await boss.work<object, JobResult, typeof options>(queue, options, (taken) => {
          // More jobs may wait than workers were free to be woken: a worker that had work polls again before it idles.
          boss.notifyWorker(id)
          return Promise.all(taken.map((job) => settle(handler, queue, job)))
        })
        workers.push(id)
      }
    },
    async drain(handlers) {
      let queues = new Set(handlers.keys())
      for (let queue; (queue = await firstWaiting(database.query, [...queues])) !== undefined;) {
        const [job] = await boss.fetch<object>(queue)
        // Another process took it: without this the question would be asked again until its commit.
        if (!job) {
          queues.delete(queue)
          continue
        }
        inHand.add(job.id)
        await inContext(contextOf(queue, job), () => handlers.get(queue)!(job.data)).finally(() =>
          inHand.delete(job.id),
        )
        await boss.complete(queue, job.id)
        // The handler may have filled a queue that was left out.
        queues = new Set(handlers.keys())
      }
    },
    listGivenUp: (filter) => listGivenUp(database.query, filter),
    dropGivenUp: (id, told) => dropGivenUp(database.query, id, { ...told, why: reasonOf(told.why) }),
    listFailing: (filter) => listFailing(database.query, queues, filter),
    hurryFailing: (filter) => hurryFailing(database.query, queues, filter),
    async retryGivenUp(filter) {
      // Those of now: one that fails again at once is not returned a second time, or this would never end.
      const ids = (await listGivenUp(database.query, filter)).map(({ id }) => id)
      if (ids.length === 0) return 0
      let count = 0
      for (let moved = 1; moved > 0; count += moved) moved = await boss.redrive(GIVEN_UP, { ids })
      return count
    },
    putBack: (execute) => putBackCopies(boss, execute),
    stop() {
      clearInterval(rescuing)
      stopping ??= boss.stop({ graceful: true, timeout: 10_000 }).then(() => database.close())
      return stopping
    },
  }
}

function contextOf(queue: string, { id, data }: Job<object>) {
  return { ...requestContextOf(data), queue, job: id }
}

/** Lets the queue write in the caller's transaction. */
function within(tx: Transaction<DB>) {
  return {
    executeSql: async (text: string, values?: unknown[]) => {
      const { rows } = await tx.executeQuery<never>(CompiledQuery.raw(text, values ?? []))
      return { rows }
    },
  }
}
