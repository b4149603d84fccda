import { keysOf } from '#contract/keys-of.ts'
import type { HistoryEntry } from '#contract/sessions/session-records.ts'
import type { ClientId, UserId } from '#contract/values.ts'
import type { DomainEvent, DomainEventOf } from '#server/domain-events.ts'

/** The events in a session's history; preparations, ratings and reminders are left out. */
const TOLD = {
  'session.requested': 'requested',
  'session.booked': 'booked',
  'session.confirmed': 'confirmed',
  'session.proposed': 'proposed',
  'session.rejected': 'rejected',
  'session.cancelled': 'cancelled',
  'session.calledOff': 'cancelled',
  'session.expired': 'expired',
  'session.rescheduled': 'rescheduled',
  'session.move_requested': 'moveRequested',
  'session.move_declined': 'moveDeclined',
  'session.move_withdrawn': 'moveWithdrawn',
  'session.excused': 'excused',
  'session.excuse_withdrawn': 'excuseWithdrawn',
  'session.edited': 'edited',
  'session.closed': 'closed',
  'session.corrected': 'corrected',
  'session.summary_mailed': 'summaryMailed',
} as const satisfies Partial<Record<DomainEvent['type'], HistoryEntry['what']>>

/** Their types. */
export const TOLD_TYPES = keysOf(TOLD)

/** An event of the history. */
export type ToldEvent = DomainEventOf<keyof typeof TOLD>

/** The reader of a history: a client's own id, undefined for the coach. */
type Reader = ClientId | undefined

/** Whether the reader may see an event: whether and why one member of a group comes is only for them and the coach. */
export function mayRead(event: ToldEvent, reader: Reader): boolean {
  if (event.type !== 'session.excused' && event.type !== 'session.excuse_withdrawn') return true
  return reader === undefined || event.payload.personId === reader
}

/** The history entry of an event, without its time and name; the reason of a correction is only for the coach. */
export function tellEvent(
  event: ToldEvent,
  reader: Reader,
): Pick<HistoryEntry, 'what' | 'by' | 'startsAt' | 'fromStartsAt' | 'reason' | 'late'> {
  const { type, payload, actorUserId, coachId } = event
  const reason = 'reason' in payload ? payload.reason : null
  return {
    what: TOLD[type],
    by: sideOf(actorUserId, coachId),
    startsAt: aboutStart(event),
    fromStartsAt: fromStart(event),
    reason: type === 'session.corrected' && reader !== undefined ? null : reason,
    late: 'late' in payload && payload.late,
  }
}

function sideOf(actorUserId: UserId | null, coachId: UserId): HistoryEntry['by'] {
  if (actorUserId === null) return 'clock'
  return actorUserId === coachId ? 'coach' : 'client'
}

function aboutStart({ payload }: ToldEvent): HistoryEntry['startsAt'] {
  if ('toStartsAt' in payload) return payload.toStartsAt
  return 'times' in payload ? payload.times[0]! : payload.startsAt
}

function fromStart({ payload }: ToldEvent): HistoryEntry['fromStartsAt'] {
  if ('fromStartsAt' in payload) return payload.fromStartsAt
  // For a request to move, and for proposed times, it is the time until then.
  return 'toStartsAt' in payload || 'times' in payload ? payload.startsAt : null
}
