import { HOUR_MS } from '#time/clock.ts'
import { startBackups } from './backup/scheduled-backups.ts'
import type { Deps } from './deps.ts'
import { startPurging } from './effects/purge.ts'
import { fireTimers } from './effects/timer-commands.ts'
import { countStuckTimers } from './events/due-timers.ts'
import { QUEUED_WORK } from './effects/work.ts'
import { sealEntries } from './modules/audit/sealing.service.ts'
import { startHeartbeat } from './operations/heartbeat.ts'
import { startReconciling } from './modules/payments/accounts/reconciling.service.ts'
import { startReminding } from './modules/payments/reminders/reminders.service.ts'
import { mindDeletions } from './modules/account-deletions/erasing.service.ts'
import { sweepExports } from './modules/data-exports/making.service.ts'
import { sweepImports } from './modules/data-imports/importing.service.ts'
import { sweepFiles } from './modules/files/files.service.ts'
import { sweepResourceFiles } from './modules/resources/uploads.service.ts'

/** How often to check for due timers. In a burst, the last ones wait for those before them (ADR 3). */
const TICK_MS = 250

/** How often to give new entries of the audit log their places in its chain. */
const SEAL_MS = 2_000

/** How often to look for orphaned files, besides at every start. */
const SWEEP_MS = 6 * HOUR_MS

/** Starts the work of the worker role: effects of domain events when they are committed, timers when they fall due. */
export async function startWorker(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const heartbeat = await startHeartbeat(deps)
  try {
    return await startWorking(deps, heartbeat)
  } catch (error) {
    // The start is tried again, with another heartbeat.
    await heartbeat.stop()
    throw error
  }
}

async function startWorking(deps: Deps, heartbeat: { stop(): Promise<void> }) {
  await startPurging(deps)
  await startReconciling(deps)
  await startReminding(deps)
  const stuck = await countStuckTimers(deps)
  if (stuck > 0) deps.log.warn({ timers: stuck }, 'timers keep failing')
  for (const { queue, atOnce, together, carryOut } of QUEUED_WORK) {
    await deps.jobs.work(queue, { atOnce, together }, (data) => carryOut(deps, data))
  }
  const timers = repeat(deps, 'timers', TICK_MS, fireTimers)
  const sealing = repeat(deps, 'audit log not sealed', SEAL_MS, sealEntries)
  const sweep = () =>
    Promise.all([
      sweepFiles(deps),
      sweepResourceFiles(deps),
      sweepExports(deps),
      sweepImports(deps),
      mindDeletions(deps),
    ]).then(
      () => undefined,
      (error: unknown) => deps.log.error({ err: error }, 'what was left is not swept'),
    )
  let sweeping = sweep()
  const sweeper = setInterval(() => {
    sweeping = sweep()
  }, SWEEP_MS)
  const backups = startBackups(deps)
  return {
    async stop() {
      clearInterval(sweeper)
      await Promise.all([timers.stop(), sealing.stop(), backups.stop(), sweeping, heartbeat.stop()])
    },
  }
}

/** Does something again and again, once at a time. While the database is away every round fails; it is logged once. */
function repeat(deps: Deps, what: string, everyMs: number, work: (deps: Deps) => Promise<unknown>) {
  let round: Promise<unknown> = Promise.resolve()
  let busy = false
  let failing = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    round = work(deps)
      .then(() => (failing = false))
      .catch((error: unknown) => {
        if (!failing) deps.log.error({ err: error }, what)
        failing = true
      })
      .finally(() => {
        busy = false
      })
  }, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await round
    },
  }
}
