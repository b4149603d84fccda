import type { SessionStatus } from '#contract/sessions/sessions.ts'
import type { SessionId } from '#contract/values.ts'
import { DAY_MS, type EpochMs, epochMs } from '#time/clock.ts'
import { type Titled, type Words, titleFor } from '#server/modules/titles/titles.domain.ts'

/** The data of a session for a calendar file. */
export type CalendarSession = Titled & {
  id: SessionId
  objective: string | null
  startsAt: EpochMs
  endsAt: EpochMs
  meetingUrl: string | null
  place: string | null
  status: SessionStatus
  sequence: number
  createdAt: EpochMs
  updatedAt: EpochMs
  coachLastName: string
  coachEmail: string
  clientLastName: string | null
}

/** The reader of the calendar. */
export type CalendarReader = {
  side: 'coach' | 'client'
  language: string
  words: Words
  /** The product's public address: part of each UID and of the links. */
  publicUrl: string
  /** The text of a key of `calendarFiles`, in the reader's language. */
  say: (key: 'with' | 'objective' | 'link' | 'open', params: Record<string, string>) => string
}

type Mailbox = { name: string; email: string }

const CANCELLED: readonly SessionStatus[] = ['cancelledByClient', 'cancelledByCoach', 'rejected', 'expired']
const TENTATIVE: readonly SessionStatus[] = ['requested', 'proposed']

/** The calendar status of a session's state (RFC 5545 §3.8.1.11). */
export function calendarStatusOf(status: SessionStatus): 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED' {
  if (CANCELLED.includes(status)) return 'CANCELLED'
  return TENTATIVE.includes(status) ? 'TENTATIVE' : 'CONFIRMED'
}

/**
 * A session as a calendar entry. Its UID is the session's id at the product's host, so it never changes; `stampAt` is
 * when the file is written, or when the session changed last if equal content must give an equal file. It names the
 * other side, the objective and where to meet, and for a group no member except the reader.
 */
export function calendarEntry(
  session: CalendarSession,
  { side, language, words, publicUrl, say }: CalendarReader,
  { stampAt, attendee = null }: { stampAt: EpochMs; attendee?: Mailbox | null },
) {
  const { id, objective, meetingUrl, place } = session
  const url = `${publicUrl}/session/view/${id}`
  const description = [
    say('with', {
      name: side === 'coach' ? coacheeOf(session) : fullName(session.coachName, session.coachLastName),
    }),
    ...(objective ? [say('objective', { objective })] : []),
    ...(meetingUrl ? [say('link', { link: meetingUrl })] : []),
    say('open', { link: url }),
  ]
  return {
    uid: `${id}@${new URL(publicUrl).hostname}`,
    sequence: session.sequence,
    status: calendarStatusOf(session.status),
    startsAt: session.startsAt,
    endsAt: session.endsAt,
    stampAt,
    createdAt: session.createdAt,
    changedAt: session.updatedAt,
    title: titleFor(session, { side, language }, words),
    description: description.join('\n'),
    location: place ?? meetingUrl,
    url,
    organizer: { name: fullName(session.coachName, session.coachLastName), email: session.coachEmail },
    attendee,
  }
}

/** Days before and after today in a feed, and for how many days it contains cancelled sessions. */
const FEED_DAYS = { back: 90, ahead: 400, calledOff: 30 }

/** The interval of a feed read at `now`. */
export function feedWindow(now: EpochMs): { from: EpochMs; to: EpochMs; calledOffSince: EpochMs } {
  return {
    from: epochMs(now - FEED_DAYS.back * DAY_MS),
    to: epochMs(now + FEED_DAYS.ahead * DAY_MS),
    calledOffSince: epochMs(now - FEED_DAYS.calledOff * DAY_MS),
  }
}

function coacheeOf({ clientName, clientLastName, groupName }: CalendarSession): string {
  return groupName ?? fullName(clientName ?? '', clientLastName ?? '')
}

function fullName(name: string, lastName: string): string {
  return `${name} ${lastName}`.trim()
}
