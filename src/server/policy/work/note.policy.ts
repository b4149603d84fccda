import type { NoteAction, NoteVisibility } from '#contract/notes/notes.ts'
import type { ClientId, GroupId, UserId } from '#contract/values.ts'
import type { Actor } from '../actor.ts'

/** A note that the actor's scope holds: of a group, a client's scope holds only those of groups they are in. */
export type NoteSubject = {
  coachId: UserId
  clientId: ClientId | null
  groupId: GroupId | null
  visibility: NoteVisibility
}

/**
 * What somebody may do with a note (product §13, §20): its coach is its author; a client reads what is shared with them
 * or with their group. For everybody else it does not exist.
 */
export function can(actor: Actor, action: NoteAction | 'read', note: NoteSubject): boolean {
  if (actor.coachId !== note.coachId) return false
  const isShared = note.visibility === 'shared'
  if (actor.userType === 'client') {
    const isReader = note.groupId !== null || note.clientId === actor.clientId
    return action === 'read' && isShared && isReader
  }
  if (action === 'share') return !isShared
  return action !== 'unshare' || isShared
}
