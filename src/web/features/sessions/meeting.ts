import type { Channel } from '#contract/calendar/calendar.ts'
import { ownLink, type Links } from '#contract/links/meeting-links.ts'
import { needOf } from '#contract/sessions/channels.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'

type Meeting = { channel: Channel; meetingUrl?: string; place?: string }

/**
 * Where a request would be held if it were confirmed unchanged: as requested, or at the coach's address for its
 * channel. Undefined while the place is still missing.
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
