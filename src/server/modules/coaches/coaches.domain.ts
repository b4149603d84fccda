import { ContactKind } from '#contract/coaches.ts'
import { leadsSomewhere } from '#contract/links/usable-links.ts'

/** A coach's contacts by kind; null if not filled in. */
export type FilledContacts = Readonly<Record<ContactKind, string | null>>

/** The contacts that clients see: chosen and filled in, in the order of `ContactKind` (product §18). */
export function shownContacts(
  filled: FilledContacts,
  chosen: readonly ContactKind[],
): { kind: ContactKind; value: string }[] {
  return chosenContacts(chosen).flatMap((kind) => {
    const value = filled[kind]
    return value ? [{ kind, value }] : []
  })
}

/** The choice in its stored form: without duplicates, in the order of `ContactKind`. */
export function chosenContacts(chosen: readonly ContactKind[]): ContactKind[] {
  return ContactKind.options.filter((kind) => chosen.includes(kind))
}

/** Whether the coach has any meeting link or number (product §19). */
export function hasMeetingLink(filled: Readonly<Record<MeetingKind, string | null>>): boolean {
  return MEETING_KINDS.some((kind) => leadsSomewhere(kind, filled[kind]))
}

const MEETING_KINDS = ['meet', 'zoom', 'teams', 'skype', 'facetime', 'whatsapp', 'phone'] as const
type MeetingKind = (typeof MEETING_KINDS)[number]
