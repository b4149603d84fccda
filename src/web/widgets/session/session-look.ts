import type { Channel } from '#contract/calendar/calendar.ts'
import type { SessionListItem, SessionStatus as Status } from '#contract/sessions/sessions.ts'
import { dateOf, type CalendarDate } from '#time/calendar-date.ts'
import { type EpochMs, MINUTE_MS, fromIso } from '#time/clock.ts'
import type { StateColour } from '#web/ui/layout/StatusBadge.tsx'
import type { Viewer } from '#web/store/viewer.ts'

/** The displayed status of a session: its status or, if confirmed, its phase (product §9). */
export type ShownStatus = Status | 'inProgress' | 'toClose'

export function shownStatus({ status, phase }: Pick<SessionListItem, 'status' | 'phase'>): ShownStatus {
  return status === 'confirmed' && (phase === 'inProgress' || phase === 'toClose') ? phase : status
}

/**
 * The text key (`sessions:statuses.…`), as worded for the viewer: what somebody did themselves, or their coach did, is
 * said as such ("La cancelaste", not "Cancelada por el cliente"). The room opens before the session starts (product §9):
 * until then the word does not say that it is in progress.
 */
export function statusWord(
  session: Pick<SessionListItem, 'status' | 'phase' | 'startsAt'>,
  side: Viewer['side'],
  now: EpochMs,
): ShownStatus | OwnWord | 'startingSoon' {
  const status = shownStatus(session)
  if (status === 'inProgress' && now < fromIso(session.startsAt)) return 'startingSoon'
  return OWN_WORDS[side][status] ?? status
}

type OwnWord =
  | 'proposedByYou'
  | 'cancelledByYou'
  | 'cancelledByYourCoach'
  | 'missedByYou'
  | 'missedByYourCoach'

const OWN_WORDS: Record<Viewer['side'], Partial<Record<ShownStatus, OwnWord>>> = {
  coach: { proposed: 'proposedByYou', cancelledByCoach: 'cancelledByYou', noShowCoach: 'missedByYou' },
  client: {
    cancelledByClient: 'cancelledByYou',
    cancelledByCoach: 'cancelledByYourCoach',
    noShowClient: 'missedByYou',
    noShowCoach: 'missedByYourCoach',
  },
}

/** The colour of each displayed status (design.md, "Colour of states"): lists, records and calendars share it. */
export const STATE_COLOURS: Record<ShownStatus, StateColour> = {
  requested: 'waiting',
  proposed: 'waiting',
  confirmed: 'confirmed',
  inProgress: 'now',
  toClose: 'closing',
  completed: 'done',
  noShowClient: 'missed',
  noShowCoach: 'missed',
  cancelledByClient: 'off',
  cancelledByCoach: 'off',
  rejected: 'off',
  expired: 'off',
}

/** The other person of a session for its viewer; null for a group. */
export function otherParty(session: Pick<SessionListItem, 'coach' | 'client'>, { side }: Viewer) {
  const party = side === 'coach' ? session.client : session.coach
  return (
    party && {
      ...party,
      fullName: `${party.name} ${party.lastName}`,
      role: side === 'coach' ? ('client' as const) : ('coach' as const),
    }
  )
}

/** The day a session starts on, in its viewer's zone. */
export function dayOf({ startsAt }: Pick<SessionListItem, 'startsAt'>, { timezone }: Viewer): CalendarDate {
  return dateOf(fromIso(startsAt), timezone)
}

/** The duration of a session, in minutes. */
export function minutesOf({ startsAt, endsAt }: Pick<SessionListItem, 'startsAt' | 'endsAt'>): number {
  return Math.round((fromIso(endsAt) - fromIso(startsAt)) / MINUTE_MS)
}

/** Whether to show the join button: the session is confirmed and not over, and there is something to join. */
export function isJoinable(session: SessionListItem): boolean {
  return session.status === 'confirmed' && isAhead(session) && wayInto(session) !== undefined
}

/**
 * How a session is joined: in our own room, at the address of its meeting, or by a call, whose number is shown by the page
 * of the room (product §10). Undefined for a place, whose text leads to a map, and while the address is missing.
 */
export function wayInto({
  channel,
  meetingUrl,
}: Pick<SessionListItem, 'channel' | 'meetingUrl'>): 'room' | 'address' | undefined {
  if (channel === 'norte') return 'room'
  if (meetingUrl !== null) return 'address'
  return CALLED.has(channel) ? 'room' : undefined
}

const CALLED: ReadonlySet<Channel> = new Set(['phone', 'whatsapp', 'facetime', 'skype'])

/** Whether it is time to join: from ten minutes before the start, when the room opens (product §9, §10). */
export function isNear({ phase }: Pick<SessionListItem, 'phase'>): boolean {
  return phase === 'inProgress'
}

/** Whether a session is upcoming or in progress, so that its address is useful. */
export function isAhead({ status, phase }: Pick<SessionListItem, 'status' | 'phase'>): boolean {
  return status === 'requested' || (status === 'confirmed' && phase !== 'toClose')
}

/** Whether calendars draw a session: confirmed, pending or held. Freed time is shown as free. */
export function takesTime({ status }: Pick<SessionListItem, 'status'>): boolean {
  return !FREED.has(status)
}

const FREED: ReadonlySet<Status> = new Set(['cancelledByClient', 'cancelledByCoach', 'rejected', 'expired'])
