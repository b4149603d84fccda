import type { SessionStatus } from '#contract/sessions.ts'
import type { ClientId, GroupId, MembershipId, SessionId, UserId } from '#contract/values.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import type { Deps } from '../deps.ts'
import type { CalledOff, DomainEvent } from '../domain-events.ts'
import { findPerson } from '../modules/auth/accounts.repository.ts'
import { findEmailChange } from '../modules/auth/email-changes.repository.ts'
import { findGroupName, findGroupOfInvitation } from '../modules/groups/members.repository.ts'
import { findRecipients } from '../modules/notifications/notifications.repository.ts'
import { findSession } from '../modules/sessions/sessions.repository.ts'
import { scopeOfPractice } from '../policy/scope.ts'
import type { Reader } from './effect.ts'

/** Somebody to be told. Without an account there is no membership, only an address. */
export type Recipient = {
  side: Reader
  userId: UserId | null
  membershipId: MembershipId | null
  email: string
  name: string
  lastName: string
  language: string
  timezone: string
}

/** The session an event is about: when it was at that moment, the rest as it is now. */
export type SessionFacts = {
  id: SessionId
  title: string
  clientTitle: string | null
  objective: string | null
  startsAt: EpochMs
  endsAt: EpochMs
  meetingUrl: string | null
  place: string | null
  cancelReason: string | null
  status: SessionStatus
}

/** What the effects of one event need to know. */
export type Facts = {
  coach: Recipient & { userId: UserId }
  client: (Recipient & { clientId: ClientId }) | undefined
  /** Whose account the event is about, at the address that is to hear of it. */
  person: (Recipient & { userId: UserId }) | undefined
  session: SessionFacts | undefined
  /** The group it happened in, or that an invitation leads into. */
  group: { id: GroupId; name: string } | undefined
  /** Sessions that went with a process that paused or ended. */
  calledOff: readonly CalledOff[]
}

/** Loads who and what an event concerns; undefined when the practice is gone. */
export async function loadFacts(deps: Deps, event: DomainEvent): Promise<Facts | undefined> {
  const row = await findRecipients(deps.db, event.coachId, clientOfEvent(event) ?? null)
  if (!row) return undefined
  const coach = {
    side: 'coach' as const,
    userId: event.coachId,
    membershipId: row.coachMembershipId,
    email: row.coachEmail,
    name: row.coachName,
    lastName: row.coachLastName,
    language: row.coachLanguage,
    timezone: row.coachTimezone,
  }
  // The query gives all of a client or none; the compiler only knows that each may be missing.
  const client = row.clientId !== null && {
    side: 'client' as const,
    clientId: row.clientId,
    userId: row.clientUserId,
    membershipId: row.clientMembershipId,
    email: row.clientEmail!,
    name: row.clientName!,
    lastName: row.clientLastName!,
    language: row.clientLanguage,
    timezone: row.clientTimezone!,
  }
  return {
    coach,
    client: client || undefined,
    person: await loadPerson(deps, event),
    session: await loadSession(deps, event),
    group: await loadGroup(deps, event),
    calledOff: 'calledOff' in event.payload ? event.payload.calledOff : [],
  }
}

/** The one who is to read, if the event concerns anybody there. */
export function recipientOf(facts: Facts, reader: Reader): Recipient | undefined {
  return facts[reader]
}

function clientOfEvent(event: DomainEvent): ClientId | undefined {
  if ('clientId' in event.payload) return event.payload.clientId ?? undefined
  switch (event.type) {
    case 'client.created':
    case 'client.invited':
    case 'client.changed':
    case 'invitation.shared':
    case 'invitation.code_requested':
    case 'client.paused':
    case 'client.resumed':
    case 'client.finished':
    case 'client.reactivated':
    case 'client.archived':
    case 'client.restored':
    case 'invitation.accepted':
    case 'invitation.declined':
      return event.subjectId
    default:
      return undefined
  }
}

async function loadPerson(deps: Deps, event: DomainEvent): Promise<Facts['person']> {
  switch (event.type) {
    case 'account.recovery_requested':
    case 'account.password_changed':
    case 'account.google_linked':
    case 'account.google_unlinked':
      return personAt(deps, event.subjectId)
    case 'account.email_change_requested': {
      const change = await findEmailChange(deps.db, event.subjectId)
      return change && personAt(deps, event.subjectId, change.newEmail)
    }
    case 'account.email_changed':
      return personAt(deps, event.subjectId, event.payload.before)
    default:
      return undefined
  }
}

async function personAt(deps: Deps, userId: UserId, email?: string): Promise<Facts['person']> {
  const row = await findPerson(deps.db, userId)
  return row && { ...row, side: 'person', userId, membershipId: null, email: email ?? row.email }
}

async function loadSession(deps: Deps, event: DomainEvent): Promise<SessionFacts | undefined> {
  if (!('startsAt' in event.payload)) return undefined
  const session = await findSession(deps.db, scopeOfPractice(event.coachId), event.subjectId as SessionId)
  if (!session) return undefined
  const { id, title, clientTitle, objective, meetingUrl, place, cancelReason, status } = session
  const { startsAt, endsAt } = event.payload
  return {
    id,
    title,
    clientTitle,
    objective,
    meetingUrl,
    place,
    cancelReason,
    status,
    startsAt: fromIso(startsAt),
    endsAt: fromIso(endsAt),
  }
}

async function loadGroup(deps: Deps, event: DomainEvent): Promise<Facts['group']> {
  const scope = scopeOfPractice(event.coachId)
  switch (event.type) {
    case 'client.invited':
      return findGroupOfInvitation(deps.db, event.subjectId)
    case 'invitation.accepted': {
      const { groupId } = event.payload
      return groupId && findGroupName(deps.db, scope, groupId)
    }
    case 'group.created':
    case 'group.changed':
    case 'group.moved':
    case 'group.member_added':
    case 'group.member_invited':
    case 'group.member_joined':
    case 'group.member_declined':
    case 'group.member_left':
    case 'group.member_removed':
      return findGroupName(deps.db, scope, event.subjectId)
    default:
      return undefined
  }
}
