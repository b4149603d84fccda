import { ContactKind } from '#contract/coaches.ts'
import { leadsSomewhere } from '#contract/links/usable-links.ts'

/** What a coach has filled in, by the way it reaches them; null where nothing stands. */
export type FilledContacts = Readonly<Record<ContactKind, string | null>>

/** The ways to reach a coach that their clients see: chosen and filled in, in the order of `ContactKind` (product §18). */
export function shownContacts(
  filled: FilledContacts,
  chosen: readonly ContactKind[],
): { kind: ContactKind; value: string }[] {
  return chosenContacts(chosen).flatMap((kind) => {
    const value = filled[kind]
    return value ? [{ kind, value }] : []
  })
}

/** The choice as it is kept: each way once, in the order of `ContactKind`. */
export function chosenContacts(chosen: readonly ContactKind[]): ContactKind[] {
  return ContactKind.options.filter((kind) => chosen.includes(kind))
}

/** Whether sessions have somewhere to be: any of the coach's meeting links or numbers (product §19). */
export function hasMeetingPlace(filled: Readonly<Record<MeetingKind, string | null>>): boolean {
  return MEETING_KINDS.some((kind) => leadsSomewhere(kind, filled[kind]))
}

const MEETING_KINDS = ['meet', 'zoom', 'teams', 'skype', 'facetime', 'whatsapp', 'phone'] as const
type MeetingKind = (typeof MEETING_KINDS)[number]
