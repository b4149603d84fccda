import { type JobResult, PgBoss } from 'pg-boss'
import { CompiledQuery, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { SocketConnection } from './embedded-postgres.ts'
import type { Logger } from './logger.ts'

export type Jobs = {
  /** Puts a job in `tx`: it exists exactly when the transaction commits (architecture §4). */
  enqueue(tx: Transaction<DB>, queue: string, data: object): Promise<void>
  /** Puts any number of jobs in `tx` with one statement. */
  enqueueAll(tx: Transaction<DB>, queue: string, data: readonly object[]): Promise<void>
  /**
   * Runs `handler` for each job of the queue, `atOnce` of them at a time, woken by the commit; a job that throws is
   * tried again, later and later, alone. Short ones may be fetched and settled several `together`: a crowd of them then
   * costs little more than the work itself.
   */
  work(
    queue: string,
    options: { atOnce: number; together?: number | undefined },
    handler: (data: object) => Promise<void>,
  ): Promise<void>
  /** Takes the jobs waiting now, one after the other, until there is none; answers how many. For tests and the demo. */
  drain(queue: string, handler: (data: object) => Promise<void>): Promise<number>
  /** Waits for the jobs under way, then closes. May be called twice. */
  stop(): Promise<void>
}

type JobsOptions = {
  queues: readonly string[]
  log: Logger
  /** Watch over the queues (expiry, retention): once per process that works. */
  supervise: boolean
}

// Commits wake the workers; this is for what no commit tells of: a retry that falls due, a lost line.
const POLLING = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 5 }

// About two days from the first failure to the last try.
const RETRY = { retryLimit: 24, retryDelay: 2, retryBackoff: true, retryDelayMax: 14_400 }

/** Opens the job queues on PostgreSQL through pg-boss. */
export async function createJobs(
  connection: { url: string } | SocketConnection,
  { queues, log, supervise }: JobsOptions,
): Promise<Jobs> {
  const target = 'url' in connection ? { connectionString: connection.url } : connection
  const boss = new PgBoss({
    ...target,
    application_name: 'norte-jobs',
    max: 4,
    supervise,
    schedule: false,
    useListenNotify: supervise,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  await boss.start()
  for (const queue of queues) await boss.createQueue(queue, { notify: true, ...RETRY })

  let stopping: Promise<void> | undefined
  return {
    async enqueue(tx, queue, data) {
      await boss.send(queue, data, { db: within(tx) })
    },
    async enqueueAll(tx, queue, data) {
      if (data.length === 0) return
      await boss.insert(
        queue,
        data.map((each) => ({ data: each })),
        { db: within(tx) },
      )
    },
    async work(queue, { atOnce, together = 1 }, handler) {
      const options = { batchSize: together, perJobResults: true, ...POLLING } as const
      for (let worker = 0; worker < atOnce; worker += together) {
        const id: string = await boss.work<object, JobResult, typeof options>(queue, options, (taken) => {
          // More may wait than workers were free to be woken: whoever had work looks again before it rests.
          boss.notifyWorker(id)
          return Promise.all(
            taken.map(async (job): Promise<JobResult> => {
              try {
                await handler(job.data)
                return { id: job.id, status: 'completed' }
              } catch (error) {
                log.error({ err: error, queue, job: job.id }, 'job failed')
                const message = error instanceof Error ? error.message : String(error)
                return { id: job.id, status: 'failed', output: { message } }
              }
            }),
          )
        })
      }
    },
    async drain(queue, handler) {
      for (let done = 0; ; done += 1) {
        const [job] = await boss.fetch<object>(queue)
        if (!job) return done
        await handler(job.data)
        await boss.complete(queue, job.id)
      }
    },
    stop() {
      stopping ??= boss.stop({ graceful: true, timeout: 10_000 })
      return stopping
    },
  }
}

/** What lets the queue write in somebody else's transaction. */
function within(tx: Transaction<DB>) {
  return {
    executeSql: async (text: string, values?: unknown[]) => {
      const { rows } = await tx.executeQuery<never>(CompiledQuery.raw(text, values ?? []))
      return { rows }
    },
  }
}
