import type { Deps } from '../deps.ts'
import { sendMail } from './mails/send.ts'
import {
  CALENDARS_QUEUE,
  EFFECTS_QUEUE,
  ERASURES_QUEUE,
  EXPORTS_QUEUE,
  IMPORTS_QUEUE,
  MAILS_QUEUE,
  PAYMENTS_QUEUE,
  PUSHES_QUEUE,
} from '#server/events/queues.ts'
import { sendPush } from './pushes/send.ts'
import { runEffects } from './run.ts'
import {
  carryOutErasure,
  carryOutExport,
  carryOutImport,
  carryOutPayment,
  carryOutReading,
  fireTimers,
} from './timer-commands.ts'

type QueuedWork = {
  queue: string
  /** How many jobs of one process run in parallel. */
  atOnce: number
  /** How many of them are fetched and completed together; one by default. */
  together?: number
  carryOut: (deps: Deps, data: object) => Promise<void>
}

/** The work of each queue, for the worker, the demo and the tests alike. */
export const QUEUED_WORK: readonly QueuedWork[] = [
  { queue: EFFECTS_QUEUE, atOnce: 16, together: 8, carryOut: runEffects },
  // Before the mails, which some of them become.
  { queue: PUSHES_QUEUE, atOnce: 8, carryOut: sendPush },
  // As many as are sent to the mail server in parallel.
  { queue: MAILS_QUEUE, atOnce: 2, carryOut: sendMail },
  // One at a time: it reads all that there is of somebody.
  { queue: EXPORTS_QUEUE, atOnce: 1, carryOut: carryOutExport },
  { queue: ERASURES_QUEUE, atOnce: 1, carryOut: carryOutErasure },
  { queue: IMPORTS_QUEUE, atOnce: 1, carryOut: carryOutImport },
  { queue: CALENDARS_QUEUE, atOnce: 2, carryOut: carryOutReading },
  { queue: PAYMENTS_QUEUE, atOnce: 2, carryOut: carryOutPayment },
]

/** Runs the waiting jobs and the timers that are due until none is left. For the demo and the tests. */
export async function runAllDue(deps: Deps): Promise<void> {
  const handlers = new Map(
    QUEUED_WORK.map(({ queue, carryOut }) => [queue, (data: object) => carryOut(deps, data)]),
  )
  // Only a timer that fired can have queued more.
  for (let fired = 1; fired > 0;) {
    await deps.jobs.drain(handlers)
    fired = await fireTimers(deps)
  }
}
