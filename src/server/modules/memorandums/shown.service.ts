import type { CalendarMemorandum, MemorandumDto } from '#contract/memorandums/memorandums.ts'
import type { ClientId, GroupId, SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { todayOf } from './memorandums.domain.ts'
import { presentMemorandum } from './memorandums.presenter.ts'
import * as lists from './memorandum-lists.repository.ts'

// What other screens of the coach show of memorandums.

/** Most of a calendar's range: the rest is in the list. */
const MOST_IN_CALENDAR = 500
/** Most on the ficha of a session. */
const MOST_ON_BRIEF = 20

/** Open memorandums whose time is in [from, to), for the coach's own calendar (product §8). */
export async function memorandumsBetween(
  deps: Deps,
  actor: CoachActor,
  due: { from: EpochMs; to: EpochMs },
): Promise<CalendarMemorandum[]> {
  const filter = { due, status: 'open' } as const
  const rows = await lists.listSome(deps.db, scopeOf(actor), filter, MOST_IN_CALENDAR)
  return rows.map(({ id, description, dueOn, dueTime, priority }) => ({
    id,
    description,
    date: dueOn,
    time: dueTime,
    priority,
  }))
}

/** The open memorandums about a session, or its client or group (product §9, "Ficha de la sesión"). */
export async function memorandumsOfSession(
  deps: Deps,
  actor: CoachActor,
  { id, clientId, groupId }: { id: SessionId; clientId: ClientId | null; groupId: GroupId | null },
): Promise<MemorandumDto[]> {
  const filter = {
    status: 'open' as const,
    sessionId: id,
    ...(clientId && { clientId }),
    ...(groupId && { groupId }),
  }
  const rows = await lists.listSome(deps.db, scopeOf(actor), filter, MOST_ON_BRIEF)
  const today = todayOf(deps.clock.now(), actor.timezone)
  return rows.map((row) => presentMemorandum(deps, row, actor, today))
}

/** Today's open memorandums, at most `most`, and how many are open today and before (product §19). */
export function readMemorandumsOfToday(deps: Deps, actor: CoachActor, most: number) {
  const today = todayOf(deps.clock.now(), actor.timezone)
  return lists.readDay(scopeOf(actor), today, most).map(({ rows, ...counts }) => ({
    memorandums: rows.map((row) => presentMemorandum(deps, row, actor, today)),
    memorandumsToday: counts.today,
    memorandumsOverdue: counts.overdue,
  }))
}
