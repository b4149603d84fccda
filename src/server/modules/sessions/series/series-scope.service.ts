import type { Transaction } from 'kysely'
import type { SeriesScope } from '#contract/calendar/recurrence.ts'
import type { SessionId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { OfSeries } from '#server/domain-events.ts'
import type { CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { found } from '#server/refusal.ts'
import { type Decided, lockAndDecide } from '../deciding.service.ts'
import { type SessionCommand, decide } from '../lifecycle.domain.ts'
import { toldFirst } from './series.domain.ts'
import { lockOfScope } from './series.repository.ts'

/** More than one session of a series; a session without a series has only itself. */
export type ManyOfSeries = Exclude<SeriesScope, 'one'>

/**
 * The first half of a command for a session and others of its series: all are locked by start, and those that the
 * command is not possible for are left unchanged. The named session decides about a refusal. The caller has locked the
 * coach's calendar, so that two changes of one series cannot deadlock.
 * @throws Refusal `session.not_found`, `session.wrong_state`
 */
export async function decideOnSeries(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  id: SessionId,
  which: ManyOfSeries,
  command: SessionCommand,
): Promise<{ one: Decided; all: Decided[] }> {
  const now = deps.clock.now()
  const rows = found(await lockOfScope(tx, scopeOf(actor), id, which, now), 'session.not_found')
  const one = await lockAndDecide(deps, tx, actor, id, command)
  const all = rows.flatMap((session): Decided[] => {
    if (session.id === id) return [one]
    const decision = decide(session, command, 'coach', now)
    return decision ? [{ session, decision: { ...decision, command: command.type }, now }] : []
  })
  return { one, all }
}

/** The series fields of each event: the first future one notifies people of all, unless nobody is notified. */
export function ofSeries(
  { one, all }: { one: Decided; all: readonly Decided[] },
  startOf: (decided: Decided) => Decided['session']['startsAt'] = ({ session }) => session.startsAt,
  silent = false,
): (decided: Decided) => OfSeries {
  const { seriesId } = one.session
  if (seriesId === null || all.length === 1) return () => (silent ? { quiet: true } : {})
  const byStart = all.map((decided) => ({ decided, startsAt: startOf(decided) }))
  const loud = silent ? undefined : toldFirst(byStart, one.now)?.decided
  return (decided) => ({ seriesId, ...(decided !== loud && { quiet: true }) })
}
