import type { Transaction } from 'kysely'
import { groupChannel } from '#contract/groups.ts'
import type { Channel } from '#contract/calendar/calendar.ts'
import { ownLink } from '#contract/links/meeting-links.ts'
import type { NewSessionBody } from '#contract/sessions/sessions.ts'
import type { ClientId, GroupId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Actor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import * as sessionPolicy from '#server/policy/session.policy.ts'
import { Refusal, found } from '#server/refusal.ts'
import { canBeBooked, takesSessions } from './bookings.domain.ts'
import * as bookings from './bookings.repository.ts'

/** The client or group of a booking; the other id is null. */
export type Booked = {
  clientId: ClientId | null
  groupId: GroupId | null
  /** The group's usual channel, if set. */
  channel: Channel | undefined
  /** For a group: its first session has not begun yet. */
  waits: boolean
}

/**
 * The client or group of a booking, if it may be booked for now. The caller has locked the coach's calendar, which
 * pausing or ending a process or a group locks first.
 * @throws Refusal `client.not_found`, `group.not_found`, `session.client_inactive`, `session.group_inactive`
 */
export function requireBooked(
  tx: Transaction<DB>,
  actor: Actor,
  { type, clientId, groupId }: Pick<NewSessionBody, 'type' | 'clientId' | 'groupId'>,
): Promise<Booked> {
  return type === 'Group'
    ? requireGroup(tx, actor, groupId)
    : requireClient(tx, actor, found(sessionPolicy.bookedClient(actor, clientId), 'client.not_found'))
}

async function requireClient(tx: Transaction<DB>, actor: Actor, clientId: ClientId): Promise<Booked> {
  const client = found(await bookings.findBookable(tx, scopeOf(actor), clientId), 'client.not_found')
  if (!canBeBooked(client.status)) throw new Refusal('session.client_inactive')
  return { clientId, groupId: null, channel: undefined, waits: false }
}

async function requireGroup(
  tx: Transaction<DB>,
  actor: Actor,
  groupId: GroupId | undefined,
): Promise<Booked> {
  if (!sessionPolicy.can(actor, 'book', { type: 'Group' })) throw new Refusal('group.not_found')
  const id = found(groupId, 'group.not_found')
  const group = found(await bookings.findBookableGroup(tx, scopeOf(actor), id), 'group.not_found')
  if (!takesSessions(group.status)) throw new Refusal('session.group_inactive')
  return {
    clientId: null,
    groupId: id,
    channel: groupChannel(group),
    waits: group.status === 'open',
  }
}

/**
 * The link of a confirmed session: the given one (null means no link), or the coach's own address for its channel
 * (product §9, "prefilled from the coach's links"); null if they have no address.
 */
export async function meetingUrlOf(
  tx: Transaction<DB>,
  actor: Actor,
  channel: Channel,
  said: string | null | undefined,
): Promise<string | null> {
  if (said !== undefined) return said
  const links = await bookings.findLinks(tx, scopeOf(actor))
  return ownLink(channel, links ?? {}) || null
}
