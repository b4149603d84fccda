import type { AttendanceState } from '#contract/sessions/sessions.ts'
import type { ClientId, GroupId, MembershipId, SessionId, UserId } from '#contract/values.ts'
import type { Deps } from '../deps.ts'
import type { CalledOff, DomainEvent, Side } from '../domain-events.ts'
import { findPerson } from '../modules/auth/accounts.repository.ts'
import { findEmailChange } from '#server/modules/auth/emails/email-changes.repository.ts'
import { findGroupName, findGroupOfInvitation } from '../modules/groups/members.repository.ts'
import { findRecipients } from '../modules/notifications/notifications.repository.ts'
import {
  type CalendarSessionRow,
  findAttendance,
  listExpected,
} from '#server/modules/sessions/views/calendar-reading.repository.ts'
import { scopeOfPractice } from '../policy/scope.ts'
import type { Reader } from './effect.ts'
import {
  type MinutesFacts,
  type SessionFacts,
  loadMinutes,
  loadSession,
  loadTogether,
} from './session-facts.ts'

/** Somebody to be told. Without an account there is no membership, only an address. */
export type Recipient = {
  side: Side | 'person'
  userId: UserId | null
  membershipId: MembershipId | null
  email: string
  name: string
  lastName: string
  language: string
  timezone: string
}

/** Somebody coached, with what is known of their coming to the event's session. */
export type Expected = Recipient & { clientId: ClientId; attendance: AttendanceState | null }

/** What the effects of one event need to know. */
export type Facts = {
  coach: Recipient & { userId: UserId }
  client: Expected | undefined
  /** Who of the event's group is told of its session or its end; nobody of anything else. */
  members: readonly Expected[]
  /** Whose account the event is about, at the address that is to hear of it. */
  person: (Recipient & { userId: UserId }) | undefined
  session: SessionFacts | undefined
  /** The sessions that are told of together; none when there is one alone. */
  together: readonly CalendarSessionRow[]
  minutes: MinutesFacts | undefined
  /** What a new password ended, and what still opens the account. */
  newPassword?: { endedFeeds: number; identities: readonly string[] } | undefined
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
    attendance: await loadAttendance(deps, event, row.clientId),
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
    members: client ? [] : await loadMembers(deps, event),
    session: await loadSession(deps, event),
    together: await loadTogether(deps, event),
    minutes: await loadMinutes(deps, event),
    newPassword: newPasswordOf(event),
    group: await loadGroup(deps, event),
    calledOff: ('calledOff' in event.payload && event.payload.calledOff) || [],
  }
}

/**
 * Everybody who is to be told. Of a group's session that is each member who is expected: whoever excused themself
 * hears no more of it.
 */
export function recipientsOf(facts: Facts, reader: Reader): readonly Recipient[] {
  switch (reader) {
    case 'coach':
      return [facts.coach]
    case 'person':
      return facts.person ? [facts.person] : []
    case 'client':
      return facts.client
        ? [facts.client]
        : facts.members.filter(({ attendance }) => attendance !== 'excused')
    case 'attended':
      // A session with one person was held with them, unless its record says otherwise.
      return facts.client
        ? [facts.client].filter(({ attendance }) => attendance === null || CAME.includes(attendance))
        : facts.members.filter(({ attendance }) => attendance !== null && CAME.includes(attendance))
  }
}

export function fullName({ name, lastName }: { name: string; lastName: string }): string {
  return `${name} ${lastName}`
}

/** Which of several members somebody is; undefined for anybody who is told of something alone. */
export function memberId({ userId }: Recipient, { members }: Facts): ClientId | undefined {
  return members.find((member) => member.userId === userId)?.clientId
}

const CAME: readonly AttendanceState[] = ['present', 'late']

function clientOfEvent(event: DomainEvent): ClientId | undefined {
  // Of a group's session it is about one person of it.
  if (event.type === 'session.excused' || event.type === 'session.excuse_withdrawn')
    return event.payload.personId
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

function newPasswordOf(event: DomainEvent): Facts['newPassword'] {
  if (event.type !== 'account.password_changed') return undefined
  const { endedFeeds = 0, identities = [] } = event.payload
  return { endedFeeds, identities }
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

async function loadAttendance(deps: Deps, event: DomainEvent, clientId: ClientId) {
  if (event.type !== 'session.summary_mailed') return null
  return (await findAttendance(deps.db, event.subjectId, clientId)) ?? null
}

async function loadMembers(deps: Deps, event: DomainEvent): Promise<Expected[]> {
  // The end of a group is told to everybody in it.
  const ended = event.type === 'group.moved' ? event.subjectId : undefined
  const groupId = groupOfSession(event) ?? ended
  if (!groupId) return []
  const scope = scopeOfPractice(event.coachId)
  const sessionId = ended ? null : (event.subjectId as SessionId)
  const rows = await listExpected(deps.db, scope, groupId, sessionId)
  return rows.map((row) => ({ ...row, side: 'client' }))
}

function groupOfSession(event: DomainEvent): GroupId | undefined {
  // The payload of an invitation has a group of the same name.
  if (!('startsAt' in event.payload)) return undefined
  return event.payload.groupId ?? undefined
}

async function loadGroup(deps: Deps, event: DomainEvent): Promise<Facts['group']> {
  const scope = scopeOfPractice(event.coachId)
  const ofSession = groupOfSession(event)
  if (ofSession) return findGroupName(deps.db, scope, ofSession)
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
