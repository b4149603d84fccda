import type { Channel } from '#contract/calendar/calendar.ts'
import { Telephone } from './link.ts'
import { ownLink, type Links } from './meeting-links.ts'

/** The contact links that can be used to meet or call a person. */
type MeetingKind = keyof Links & Channel

/** Whether a contact link can be opened or called. Older values may be plain text and do not count. */
export function leadsSomewhere(kind: MeetingKind, value: string | null): boolean {
  if (value === null || value === '') return false
  if (kind === 'skype' || kind === 'facetime') return true
  if (kind === 'whatsapp' || kind === 'phone') return Telephone.safeParse(value).success
  return ownLink(kind, { [kind]: value }) !== ''
}
