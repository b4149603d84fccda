import type { Channel } from '#contract/calendar/calendar.ts'
import { Telephone } from './link.ts'
import { ownLink, type Links } from './meeting-links.ts'

/** The ways to meet or call somebody that stand among their contact links. */
type MeetingKind = keyof Links & Channel

/** Whether a contact link opens or calls something. An older value may be a text that does not: it counts for nothing. */
export function leadsSomewhere(kind: MeetingKind, value: string | null): boolean {
  if (value === null || value === '') return false
  if (kind === 'skype' || kind === 'facetime') return true
  if (kind === 'whatsapp' || kind === 'phone') return Telephone.safeParse(value).success
  return ownLink(kind, { [kind]: value }) !== ''
}
