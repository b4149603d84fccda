import type { Transaction } from 'kysely'
import { fromIso } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { TimerCommand } from '#server/domain-events.ts'
import { record } from '#server/events/record.ts'
import { sessionEvent } from '../sessions.domain.ts'
import { lastToldTime } from './move-telling.domain.ts'
import { listTimeEvents } from './move-telling.repository.ts'
import * as timers from '#server/modules/sessions/clock/timers.repository.ts'

/**
 * The mail about a session's moves is due, with the current time. It is not needed if the session was cancelled or
 * moved back to the time that its reader knows; for a moved series the first session that is still confirmed is used.
 */
export async function tellMove(
  deps: Deps,
  tx: Transaction<DB>,
  { sessionId, to, seriesId, first }: Extract<TimerCommand, { type: 'session.tellMove' }>,
): Promise<void> {
  const moved = await timers.findTimedSession(tx, sessionId)
  if (!moved) return
  const nextId = seriesId && (await timers.findConfirmedFrom(tx, seriesId, moved.startsAt))
  const session = nextId && nextId !== sessionId ? await timers.findTimedSession(tx, nextId) : moved
  if (session?.status !== 'confirmed') return
  const told =
    to === 'client' && session === moved ? lastToldTime(await listTimeEvents(tx, session.id), first) : first
  const isBack = session.startsAt === fromIso(told.startsAt) && session.endsAt === fromIso(told.endsAt)
  if (isBack && !seriesId) return
  const { payload, ...happened } = sessionEvent(session, null)
  await record(deps, tx, {
    type: 'session.move_told',
    ...happened,
    payload: { ...payload, to, fromStartsAt: told.startsAt, ...(seriesId && { seriesId }) },
  })
}
