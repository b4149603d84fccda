import { HOUR_MS } from '#time/clock.ts'
import type { Deps } from './deps.ts'
import { startPurging } from './effects/purge.ts'
import { fireTimers } from './effects/timer-commands.ts'
import { countStuckTimers } from './events/due-timers.ts'
import { QUEUED_WORK } from './effects/work.ts'
import { startReconciling } from './modules/payments/accounts/reconciling.service.ts'
import { startReminding } from './modules/payments/reminders/reminders.service.ts'
import { sweepFiles } from './modules/files/files.service.ts'
import { sweepResourceFiles } from './modules/resources/uploads.service.ts'

/** How often to check for due timers. In a burst, the last ones wait for those before them (ADR 3). */
const TICK_MS = 250

/** How often to look for orphaned files, besides at every start. */
const SWEEP_MS = 6 * HOUR_MS

/** Starts the work of the worker role: effects of domain events when they are committed, timers when they fall due. */
export async function startWorker(deps: Deps): Promise<{ stop(): Promise<void> }> {
  await startPurging(deps)
  await startReconciling(deps)
  await startReminding(deps)
  const stuck = await countStuckTimers(deps)
  if (stuck > 0) deps.log.warn({ timers: stuck }, 'timers keep failing')
  for (const { queue, atOnce, together, carryOut } of QUEUED_WORK) {
    await deps.jobs.work(queue, { atOnce, together }, (data) => carryOut(deps, data))
  }
  let ticking: Promise<unknown> = Promise.resolve()
  let busy = false
  // While the database is away every check fails; it is logged once.
  let failing = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    ticking = fireTimers(deps)
      .then(() => (failing = false))
      .catch((error: unknown) => {
        if (!failing) deps.log.error({ err: error }, 'timers')
        failing = true
      })
      .finally(() => {
        busy = false
      })
  }, TICK_MS)
  const sweep = () =>
    Promise.all([sweepFiles(deps), sweepResourceFiles(deps)]).then(
      () => undefined,
      (error: unknown) => deps.log.error({ err: error }, 'files not swept'),
    )
  let sweeping = sweep()
  const sweeper = setInterval(() => {
    sweeping = sweep()
  }, SWEEP_MS)
  return {
    async stop() {
      clearInterval(timer)
      clearInterval(sweeper)
      await Promise.all([ticking, sweeping])
    },
  }
}
