import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import type { Piscina } from 'piscina'
import { QueueFull, createFairQueue } from './fair-queue.ts'
import type { Logger } from '../logger.ts'

/** The exports of the threads' file: functions whose parameter and result can be sent to a thread. */
type Tasks = Record<string, (input: never) => unknown>

/** A task was stopped because it exceeded the time limit. */
export class TookTooLong extends QueueFull {
  constructor() {
    super('shared')
  }
}

type Input<Task extends Tasks[string]> = Parameters<Task>[0]
type Output<Task extends Tasks[string]> = Awaited<ReturnType<Task>>

export type Threads<All extends Tasks> = {
  /**
   * Runs a task in another thread than the one that serves requests. `owner` is whose work it is: owners take turns.
   * @throws QueueFull if its owner or all owners together have too much waiting
   * @throws TookTooLong if the task was stopped
   */
  run<Name extends keyof All & string>(
    owner: string,
    name: Name,
    input: Input<All[Name]>,
  ): Promise<Output<All[Name]>>
  /** Whether a task failed because it was stopped; a retry would be stopped again. */
  tookTooLong(error: unknown): boolean
  close(): Promise<void>
}

export type ThreadsOptions = {
  /** The file whose exports the threads run. */
  file: string
  log: Logger
  /** Called as each task starts; a task is stopped, with its thread, when its signal aborts. After 20 s by default. */
  timeLimit?: () => AbortSignal
  /** How many tasks of one owner, and of all together, may wait. */
  waitingEach?: number
  waitingInAll?: number
}

/** One core is left for the thread that serves; more than four threads would only use memory. */
const SIZE = Math.min(4, Math.max(1, availableParallelism() - 1))
/** An idle thread is ended after a while to free its memory; until then the next task finds its packages loaded. */
const IDLE_MS = 60_000
const MEMORY_MB = 512
const LONGEST_MS = 20_000

/** Threads for work that would block other requests; they start with the first task. */
export function createThreads<All extends Tasks>({
  file,
  log,
  timeLimit = () => AbortSignal.timeout(LONGEST_MS),
  waitingEach = 2,
  waitingInAll = 32,
}: ThreadsOptions): Threads<All> {
  const queue = createFairQueue({ atOnce: SIZE, waitingEach, waitingInAll })
  let pool: Promise<Piscina> | undefined

  async function open(): Promise<Piscina> {
    const { Piscina } = await import('piscina')
    const opened = new Piscina({
      filename: pathToFileURL(file).href,
      minThreads: 0,
      maxThreads: SIZE,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    // A thread ended between two tasks; the next task gets another.
    opened.on('error', (error: unknown) => log.error({ err: error }, 'thread failed'))
    return opened
  }

  return {
    run: (owner, name, input) =>
      queue.run(owner, async () => {
        const opened = await (pool ??= open())
        const signal = timeLimit()
        try {
          return (await opened.run(input, { name, signal })) as never
        } catch (error) {
          if (!signal.aborted) throw error
          log.error({ task: name, owner }, 'task took too long and was stopped')
          throw new TookTooLong()
        }
      }),
    tookTooLong: (error) => error instanceof TookTooLong,
    async close() {
      await (await pool)?.destroy()
    },
  }
}
