import type { SessionUser } from '#contract/auth.ts'
import type { Channel } from '#contract/calendar.ts'
import type { SessionListItem } from '#contract/sessions.ts'

/** A coach's own addresses, one per channel. */
export type Links = Partial<
  Pick<SessionUser, 'meet' | 'zoom' | 'teams' | 'skype' | 'whatsapp' | 'facetime' | 'phone'>
>

/** What else a channel needs: an address to open, a place to go to, or nothing (a telephone call). */
export function needOf(channel: Channel): 'link' | 'place' | 'nothing' {
  if (channel === 'place') return 'place'
  return channel === 'phone' ? 'nothing' : 'link'
}

/** The coach's own address for a channel, when it is one that opens (product §9: prefilled from the coach's links). */
export function ownLink(channel: Channel, links: Links): string {
  if (channel === 'place') return ''
  const link = links[channel] ?? ''
  return URL.canParse(link) && new URL(link).protocol === 'https:' ? link : ''
}

type Meeting = { channel: Channel; meetingUrl?: string; place?: string }

/**
 * Where a request would be held if it were confirmed as it stands: what it says, or the coach's own address for its
 * channel. Undefined while that is still open and has to be asked.
 */
export function knownMeeting(
  { channel, meetingUrl, place }: Pick<SessionListItem, 'channel' | 'meetingUrl' | 'place'>,
  links: Links,
): Meeting | undefined {
  const need = needOf(channel)
  if (need === 'nothing') return { channel }
  if (need === 'place') return place === null ? undefined : { channel, place }
  const link = meetingUrl ?? ownLink(channel, links)
  return link === '' ? undefined : { channel, meetingUrl: link }
}
