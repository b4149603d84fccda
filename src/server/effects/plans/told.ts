import type { ClientId, GroupId, SessionId, UserId } from '#contract/values.ts'
import type { DomainEvent, DomainEventOf, DomainEventType } from '#server/domain-events.ts'

/** Who "client", "group" and "person" are in the effects of an event. The coach is always told as `coach`. */
export type Told = {
  /** The one person coached whom it concerns. */
  client?: ClientId | null
  /** The session they were to come to, where only those who came are told. */
  attended?: SessionId
  /** Everybody who is in a group; with a session, everybody who is expected there. */
  members?: { groupId: GroupId; sessionId: SessionId | null }
  /** The group it happened in, or the one that a client's invitation leads into. */
  group?: GroupId | { invited: ClientId }
  /** Whose account it is: at their address, at the new one that they asked for, or at the one given. */
  person?: { userId: UserId; at: 'account' | 'newAddress' | { email: string } }
}

/** For each type of event who is told. A type that is missing does not compile. */
export type ToldOf<Type extends DomainEventType> = {
  [Each in Type]: (event: DomainEventOf<Each>) => Told
}

/** The coach, and on their screens nobody else. */
export const onlyCoach = (): Told => ({})

/** The client whom the event is about. */
export const itsClient = ({ subjectId }: { subjectId: ClientId }): Told => ({ client: subjectId })

/** The client named in the event, and the group it happened in. */
export const memberOfGroup = (event: { subjectId: GroupId; payload: { clientId: ClientId } }): Told => ({
  client: event.payload.clientId,
  group: event.subjectId,
})

/** The client of a session, or everybody of its group who is expected. */
export function itsPeople({ subjectId, payload }: SessionEvent): Told {
  const { clientId, groupId } = payload
  return {
    client: clientId,
    ...(groupId !== null && { group: groupId }),
    ...(clientId === null && groupId !== null && { members: { groupId, sessionId: subjectId } }),
  }
}

/** One person of a session, also of a group's. */
export function onePerson({ payload }: DomainEventOf<'session.excused' | 'session.excuse_withdrawn'>): Told {
  const { personId, groupId } = payload
  return { client: personId, ...(groupId !== null && { group: groupId }) }
}

export type SessionEvent = Extract<DomainEvent, { type: `session.${string}` }>
