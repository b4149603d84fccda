// Addresses that add a session or a feed to an external calendar. Free of zod, so that the web does not load it.

/** A session as a calendar shows it: instants on the wire (UTC), texts in the reader's language. */
type CalendarLinkEntry = {
  title: string
  startsAt: string
  endsAt: string
  description: string
  /** Where to meet: an address or a link. */
  place: string | null
}

/** The calendars with a page that accepts a session in its address. */
export type WebCalendar = 'google' | 'outlook'

/**
 * Addresses that open a calendar with the session filled in; the person only saves it. Apple's calendar has no such
 * page: it opens the .ics file.
 */
export function addToCalendarLinks(entry: CalendarLinkEntry): Record<WebCalendar, string> {
  const { title, startsAt, endsAt, description, place } = entry
  return {
    google: address('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: title,
      dates: `${basicUtc(startsAt)}/${basicUtc(endsAt)}`,
      details: description,
      location: place,
    }),
    outlook: address('https://outlook.live.com/calendar/0/action/compose', {
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: title,
      startdt: startsAt,
      enddt: endsAt,
      body: description,
      location: place,
    }),
  }
}

/** Addresses that subscribe a calendar to a feed; Apple's opens `webcal:`. */
export function subscribeLinks(feedUrl: string, name: string): Record<WebCalendar | 'apple', string> {
  const webcal = feedUrl.replace(/^https?:/, 'webcal:')
  return {
    google: address('https://calendar.google.com/calendar/r', { cid: webcal }),
    outlook: address('https://outlook.live.com/calendar/0/addfromweb', { url: feedUrl, name }),
    apple: webcal,
  }
}

/** `2027-02-04T15:00:00.000Z` in iCalendar's form, `20270204T150000Z` (RFC 5545 §3.3.5, form 2). */
function basicUtc(instant: string): string {
  return `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

// Spaces as %20, because Outlook shows a plus literally.
function address(page: string, parameters: Record<string, string | null>): string {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value!)}`)
  return `${page}?${query.join('&')}`
}
