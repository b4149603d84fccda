import { type ComponentType, createContext } from 'react'
import type { NoteVisibility } from '#contract/notes/notes.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { CoacheeType } from '#contract/values.ts'

/** Whom a session is with: whose room of messages, notes and goals are used beside its call. */
export type Coachee = { type: CoacheeType; itemId: string; name: string }

/** What other features show beside a call; the screen gives it. */
export type DrawerParts = {
  Agenda: ComponentType<{ session: SessionDto }>
  /** What a coach writes in the session, for themselves or for the other side too. */
  Notes: ComponentType<{
    session: Pick<SessionDto, 'id' | 'title'>
    about: Coachee
    visibility: NoteVisibility
  }>
  /** What the coach has shared of the session, for a client. */
  NotesForMe: ComponentType<{ sessionId: string; clientId: string }>
  /** A client's own actions. */
  OwnActions: ComponentType<{ clientId: string }>
  /** A resource itself. */
  Resource: ComponentType<{ resourceId: string }>
  Chat: ComponentType<{ room: Pick<Coachee, 'type' | 'itemId'> }>
  /** How many messages of a room are not read. */
  useUnread: (roomId: string) => number
}

export const DrawerPartsContext = createContext<DrawerParts | null>(null)

/** Whom a session is with. */
export function coacheeOf({ type, clientId, groupId, client, group }: SessionDto): Coachee {
  return type === 'Group'
    ? { type, itemId: groupId ?? '', name: group?.name ?? '' }
    : { type, itemId: clientId ?? '', name: client?.name ?? '' }
}
