import ICAL from 'ical.js'
import type { OutboxMail } from '#server/platform/mails/outbox.ts'
import { epochMs, toIso } from '#time/clock.ts'

/** An entry of a calendar file as an independent parser reads it; instants as the wire writes them. */
export type ReadEntry = {
  uid: string
  sequence: number
  status: string
  startsAt: string
  endsAt: string
  title: string
  description: string
  location: string
  url: string
  organizer: string
  organizerName: string
  attendees: string[]
}

/** Reads a calendar file, and refuses one whose lines are too long or end otherwise than the standard says. */
export function readIcalendar(text: string): { method: string; name: string; entries: ReadEntry[] } {
  for (const line of text.split('\r\n')) {
    if (/[\r\n]/.test(line)) throw new Error(`A line does not end in CRLF: ${line}`)
    // RFC 5545 §3.1
    if (Buffer.byteLength(line) > 75) throw new Error(`A line has more than 75 octets: ${line}`)
  }
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const entries = calendar.getAllSubcomponents('vevent').map((component): ReadEntry => {
    const value = (name: string) => String(component.getFirstPropertyValue(name) ?? '')
    const instant = (name: string) => {
      const time = component.getFirstPropertyValue(name) as ICAL.Time
      if (time.zone !== ICAL.Timezone.utcTimezone) throw new Error(`${name} is not in UTC`)
      return toIso(epochMs(time.toUnixTime() * 1000))
    }
    const organizer = component.getFirstProperty('organizer')
    return {
      uid: value('uid'),
      sequence: Number(value('sequence')),
      status: value('status'),
      startsAt: instant('dtstart'),
      endsAt: instant('dtend'),
      title: value('summary'),
      description: value('description'),
      location: value('location'),
      url: value('url'),
      organizer: value('organizer'),
      organizerName: String(organizer?.getParameter('cn') ?? ''),
      attendees: component.getAllProperties('attendee').map((one) => String(one.getFirstValue())),
    }
  })
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    name: String(calendar.getFirstPropertyValue('x-wr-calname') ?? ''),
    entries,
  }
}

/** The calendar file of a mail in the outbox, whose lines end as those of files do. */
export function calendarFile({ calendar }: Pick<OutboxMail, 'calendar'>): ReturnType<typeof readIcalendar> {
  return readIcalendar(calendar!.content.replaceAll(/\r?\n/g, '\r\n'))
}
