import type { DateOn, RoomId } from '#contract/values.ts'
import { endOfDay, startOfDay } from '#time/calendar-date.ts'
import type { Deps } from '#server/deps.ts'
import type { DomainEvent, DomainEventOf } from '#server/domain-events.ts'
import { countDueActions } from '#server/modules/actions/due-actions.repository.ts'
import { countDueMemorandums } from '#server/modules/memorandums/due-memorandums.repository.ts'
import { type WaitingMessages, findWaiting } from '#server/modules/messages/telling.repository.ts'
import { countUnreadRooms } from '#server/modules/messages/unread.repository.ts'
import {
  type CalendarSessionRow,
  listForFeed,
} from '#server/modules/sessions/views/calendar-reading.repository.ts'
import { countToDecide } from '#server/modules/sessions/views/day.repository.ts'
import { scopeOf } from '#server/policy/scope.ts'

/** What a day brings to somebody in one of their spaces. */
export type DayFacts = {
  on: DateOn
  sessions: readonly CalendarSessionRow[]
  /** Rooms with messages that they have not read. */
  unread: number
  /** Of a coach: requests to answer; of a client: proposed times to choose from. */
  toDecide: number
  /** Of a coach: sessions to close. */
  toClose: number
  /** Open actions of a client, memorandums of a coach, that are due by this day. */
  due: number
}

/** What waits for the reader of an event; absent once nothing does. */
export type WaitingFacts = {
  waiting?: { room: RoomId; messages: WaitingMessages } | undefined
  day?: DayFacts | undefined
}

export async function loadWaitingFacts(deps: Deps, event: DomainEvent): Promise<WaitingFacts> {
  if (event.type === 'message.waiting') {
    const messages = await findWaiting(deps.db, event.subjectId, event.payload.reader)
    return { waiting: messages && { room: event.subjectId, messages } }
  }
  return event.type === 'summary.due' ? { day: await loadDay(deps, event) } : {}
}

async function loadDay(
  deps: Deps,
  { coachId, subjectId: reader, payload: { clientId, on, timezone } }: DomainEventOf<'summary.due'>,
): Promise<DayFacts> {
  const { db } = deps
  const now = deps.clock.now()
  const client = clientId === null ? undefined : scopeOf({ userType: 'client', coachId, clientId })
  const practice = scopeOf({ userType: 'coach', coachId })
  const scope = client ?? practice
  const day = { from: startOfDay(on, timezone), to: endOfDay(on, timezone), calledOffSince: now }
  const [sessions, unread, decisions, due] = await Promise.all([
    listForFeed(db, scope, day),
    countUnreadRooms(db, scope, reader),
    countToDecide(db, scope, now),
    client ? countDueActions(db, client, on) : countDueMemorandums(db, practice, on),
  ])
  const ahead = sessions.filter(({ status, endsAt }) => status === 'confirmed' && endsAt > now)
  return { on, sessions: ahead, unread, ...decisions, due }
}

/** Whether a day has anything to be told of. */
export function bringsSomething({ sessions, unread, toDecide, toClose, due }: DayFacts): boolean {
  return sessions.length + unread + toDecide + toClose + due > 0
}
