// A coach's own addresses: prefilled by the web, and the server's default. Free of zod, like calendar-links.ts.
import type { SessionUser } from '#contract/account/auth.ts'
import type { Channel } from '#contract/calendar/calendar.ts'

/** A coach's own addresses, one per channel. */
export type Links = Partial<
  Pick<SessionUser, 'meet' | 'zoom' | 'teams' | 'skype' | 'whatsapp' | 'facetime' | 'phone'>
>

/** The coach's own address for a channel, if it can be opened (product §9: prefilled from the coach's links). */
export function ownLink(channel: Channel, links: Links): string {
  if (channel === 'place' || channel === 'norte') return ''
  const link = links[channel] ?? ''
  return URL.canParse(link) && new URL(link).protocol === 'https:' ? link : ''
}
