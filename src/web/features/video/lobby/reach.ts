import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { schemeOf } from '#contract/links/scheme.ts'
import { mailLink, phoneLink, whatsappLink } from '#web/widgets/contact-links.ts'
import { mapLink } from '#web/widgets/session/meeting/map-link.ts'

/** How somebody is reached by the channel of a session that is held outside our own rooms (product §10). */
export type Reach =
  /** A page to open: a meeting's address, a map. */
  | { kind: 'page'; href: string }
  /** A number or name, with the link that calls it if it is one. */
  | { kind: 'call'; shown: string; href: string | undefined }
  /** It is not known; who has to add it. */
  | { kind: 'missing'; who: 'coach' | 'client' | 'both' }

/** What the viewer sees of the other side. */
export type OtherSide = { country: string | null; email?: string } & Partial<Record<Called, string | null>>

type Held = Pick<SessionListItem, 'channel' | 'meetingUrl' | 'place' | 'type'>

type Called = 'phone' | 'whatsapp' | 'facetime' | 'skype'
const CALLED: readonly string[] = ['phone', 'whatsapp', 'facetime', 'skype'] satisfies Called[]

/** Whether a number or name of the other side is needed, and no address says where to meet. */
export const isCalled = ({ channel, meetingUrl }: Pick<Held, 'channel' | 'meetingUrl'>): boolean =>
  meetingUrl === null && CALLED.includes(channel)

/** How the viewer of this side reaches the other one. */
export function reachOf(
  { channel, meetingUrl, place, type }: Held,
  viewer: 'coach' | 'client',
  other: OtherSide,
): Reach {
  if (meetingUrl !== null) return { kind: 'page', href: meetingUrl }
  switch (channel) {
    case 'place':
      return place === null ? { kind: 'missing', who: 'coach' } : { kind: 'page', href: mapLink(place) }
    case 'phone':
    case 'whatsapp':
    case 'facetime':
    case 'skype': {
      const shown = nameFor(channel, other)
      if (shown) return { kind: 'call', shown, href: callLink(channel, shown, other.country) }
      // A coach cannot see what the people of a group have, and a client has no name for Skype: they call the coach.
      if (viewer === 'coach' && (type === 'Group' || channel === 'skype'))
        return { kind: 'missing', who: 'both' }
      return { kind: 'missing', who: viewer === 'coach' ? 'client' : 'coach' }
    }
    default:
      return { kind: 'missing', who: 'coach' }
  }
}

/** FaceTime takes a telephone number or an address for mail too. */
function nameFor(channel: Called, other: OtherSide): string | undefined {
  const own = other[channel]
  if (own) return own
  if (channel === 'facetime') return other.phone || other.email || undefined
  return channel === 'whatsapp' ? other.phone || undefined : undefined
}

function callLink(channel: Called, name: string, country: string | null): string | undefined {
  const scheme = schemeOf(name)
  if (scheme !== undefined) return name
  switch (channel) {
    case 'phone':
      return phoneLink(name)
    case 'whatsapp':
      return whatsappLink(name, country)
    case 'facetime': {
      const number = phoneLink(name)?.slice('tel:'.length)
      const address = /^\S+@\S+$/.test(name) ? mailLink(name).slice('mailto:'.length) : undefined
      return (number ?? address) && `facetime:${number ?? address}`
    }
    case 'skype':
      return /^[\w.,:-]+$/.test(name) ? `skype:${name}?call` : undefined
  }
}
