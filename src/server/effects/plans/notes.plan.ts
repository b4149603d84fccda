import type { DomainEventOf, DomainEventType } from '#server/domain-events.ts'
import type { Audience, Effect, PlansOf } from '#server/effects/effect.ts'
import type { Told, ToldOf } from './told.ts'

type NoteEventType = Extract<DomainEventType, `note.${string}`>
type NoteEvent = DomainEventOf<NoteEventType>

/**
 * What goes out for each event of a note (product §13): screens refetch, those of its readers only. Nobody is notified,
 * and no text of a note leaves in a mail.
 */
export const NOTE_PLANS: PlansOf<NoteEventType> = {
  'note.added': changed,
  'note.written': changed,
  'note.shared': changed,
  'note.unshared': changed,
  'note.removed': changed,
  'note.restored': changed,
}

/** The client or group it is about. */
export const NOTE_TOLD: ToldOf<NoteEventType> = {
  'note.added': itsReaders,
  'note.written': itsReaders,
  'note.shared': itsReaders,
  'note.unshared': itsReaders,
  'note.removed': itsReaders,
  'note.restored': itsReaders,
}

function changed({ subjectId, payload }: NoteEvent): readonly Effect[] {
  const others: Audience = payload.clientId === null ? 'group' : 'client'
  return [
    { kind: 'changed', to: payload.shared ? ['coach', others] : ['coach'], subject: 'note', id: subjectId },
  ]
}

function itsReaders({ payload: { clientId, groupId } }: NoteEvent): Told {
  return groupId === null ? { client: clientId } : { group: groupId }
}
