import type { Deps } from '../deps.ts'
import { sendMail } from './mails/send.ts'
import { CALENDARS_QUEUE, EFFECTS_QUEUE, MAILS_QUEUE } from '#server/events/queues.ts'
import { runEffects } from './run.ts'
import { carryOutReading } from './timer-commands.ts'

type QueuedWork = {
  queue: string
  /** Jobs of one process that may be under way together. */
  atOnce: number
  /** How many of them are fetched and settled as one; one each unless told. */
  together?: number
  carryOut: (deps: Deps, data: object) => Promise<void>
}

/** What is done with the jobs of each queue, by the worker, the demo and the tests alike. */
export const QUEUED_WORK: readonly QueuedWork[] = [
  { queue: EFFECTS_QUEUE, atOnce: 16, together: 8, carryOut: runEffects },
  // As many as the mail server is sent at a time.
  { queue: MAILS_QUEUE, atOnce: 2, carryOut: sendMail },
  { queue: CALENDARS_QUEUE, atOnce: 2, carryOut: carryOutReading },
]

/** Carries out the jobs that wait now, until there is none; answers how many. */
export async function drainQueues(deps: Deps): Promise<number> {
  let done = 0
  for (const { queue, carryOut } of QUEUED_WORK) {
    done += await deps.jobs.drain(queue, (data) => carryOut(deps, data))
  }
  return done
}
