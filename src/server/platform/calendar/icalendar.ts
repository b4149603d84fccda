import {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { type EpochMs, clockDate } from '#time/clock.ts'

type Mailbox = { name: string; email: string }

/** One entry of a calendar file. Every instant is written in UTC, so no machine's zone matters. */
type IcalendarEntry = {
  /** Never changes; a greater `sequence` replaces what was sent before (RFC 5545 §3.8.7.4). */
  uid: string
  sequence: number
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  startsAt: EpochMs
  endsAt: EpochMs
  /** DTSTAMP: when this was written (RFC 5545 §3.8.7.2). */
  stampAt: EpochMs
  createdAt: EpochMs
  changedAt: EpochMs
  title: string
  description: string
  location: string | null
  url: string
  organizer: Mailbox
  /** The invited person; null in a published entry (RFC 5546 §3.2.1). */
  attendee: Mailbox | null
}

export type IcalendarFile = {
  /** What a program does with the file (RFC 5546); left out in the form that calendar servers store. */
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  /** For a feed: the calendar's name, and how often it should be read. */
  feed?: { name: string; refreshSeconds: number }
  entries: readonly IcalendarEntry[]
}

/** Writes an iCalendar file (RFC 5545): escaped, folded at 75 octets, lines ending in CRLF. */
export function writeIcalendar({ method, feed, entries }: IcalendarFile): string {
  const calendar = new ICalCalendar({
    prodId: { company: 'Norte', product: 'Norte', language: 'ES' },
    method: ICalCalendarMethod[method],
    ...(feed && { name: plain(feed.name), ttl: feed.refreshSeconds }),
  })
  for (const entry of entries) calendar.createEvent(eventOf(entry))
  return calendar.toString()
}

function eventOf(entry: IcalendarEntry) {
  const { organizer, attendee } = entry
  return {
    id: entry.uid,
    sequence: entry.sequence,
    status: ICalEventStatus[entry.status],
    start: clockDate(entry.startsAt),
    end: clockDate(entry.endsAt),
    stamp: clockDate(entry.stampAt),
    created: clockDate(entry.createdAt),
    lastModified: clockDate(entry.changedAt),
    summary: plain(entry.title),
    description: plain(entry.description) || null,
    location: entry.location === null ? null : plain(entry.location),
    url: entry.url,
    transparency:
      entry.status === 'CANCELLED' ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    organizer: named(organizer),
    attendees: attendee
      ? [
          {
            ...named(attendee),
            type: ICalAttendeeType.INDIVIDUAL,
            role: ICalAttendeeRole.REQ,
            status: ICalAttendeeStatus.ACCEPTED,
            rsvp: false,
          },
        ]
      : [],
  }
}

// A name is one line; a name of only control characters is replaced by the address.
function named({ name, email }: Mailbox): Mailbox {
  return { name: plain(name).replaceAll(/\s+/g, ' ').trim() || email, email }
}

// Control characters cannot be written in a TEXT value (RFC 5545 §3.3.11), except line breaks, as \n. Half a surrogate
// pair cannot be encoded in UTF-8.
function plain(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
}
