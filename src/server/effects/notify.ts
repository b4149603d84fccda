import type { NotificationBody, NotificationDto, NotificationType } from '#contract/notifications.ts'
import { type MembershipId, type NotificationId, toWire } from '#contract/values.ts'
import type { Deps } from '../deps.ts'
import { findNotificationOf, insertNotification } from '../modules/notifications/notifications.repository.ts'
import { titleFor } from '#server/modules/titles/titles.domain.ts'
import type { Facts } from '#server/effects/facts/facts.ts'
import type { Recipient } from '#server/effects/facts/people.ts'
import { findMark, withMark } from './once.ts'

/**
 * Stores a notification for somebody unless `key` is marked, and marks it in the same statement; answers what goes out
 * live and to whom. If it is marked, that is what was stored then: the worker that did may have died before it went out.
 * Somebody without an account is told nothing.
 */
export async function notify(
  deps: Deps,
  key: string,
  type: NotificationType,
  to: Recipient,
  facts: Facts,
): Promise<{ membershipId: MembershipId; notification: NotificationDto } | undefined> {
  if (!to.membershipId || !to.userId) return undefined
  const { membershipId, userId } = to
  const id = deps.newId<NotificationId>()
  const body = bodyOf(deps, facts, to)
  const now = deps.clock.now()
  const isNew = await insertNotification(
    withMark(deps, key, now),
    { id, userId, membershipId, type, body },
    now,
  )
  if (isNew) return { membershipId, notification: { id, type, body, createdAt: toWire(now), readAt: null } }
  const at = await findMark(deps, key)
  const kept = at === undefined ? undefined : await findNotificationOf(deps.db, { membershipId, type, at })
  if (!kept) return undefined
  const { createdAt, readAt, ...stored } = kept
  return { membershipId, notification: { ...stored, createdAt: toWire(createdAt), readAt: toWire(readAt) } }
}

/**
 * What a notification carries (spec §3): about a session both people (of a group's the group), which one and when; about an
 * action or a goal both people, which one and its text; about a memorandum its text; about a resource
 * the coach, which one and its title; about a payment until when it counts; about an invitation the client's
 * name and id, and the id of the group they are in now.
 */
function bodyOf(
  { texts }: Deps,
  { coach, client, members, session, group, action, memorandum, goal, resource, received }: Facts,
  to: Recipient,
): NotificationBody {
  const names = (person: Recipient) => ({ name: person.name, lastName: person.lastName })
  if (session) {
    // A member of a group reads their own name there, not the names of other members.
    const coachee = client ?? members.find(({ userId }) => userId === to.userId)
    return {
      coach: names(coach),
      ...(coachee && { client: { id: coachee.clientId, ...names(coachee) } }),
      ...(group && { group: group.id }),
      sessionId: session.id,
      startsAt: toWire(session.startsAt),
      ...(session.otherTimes.length > 0 && {
        times: session.otherTimes.map(({ startsAt }) => toWire(startsAt)),
      }),
      title: titleFor(session, to, texts),
    }
  }
  if (memorandum) return { description: memorandum.description }
  if (goal) {
    // A group's goal names the group in place of the members.
    return {
      coach: names(coach),
      ...(client && { client: { id: client.clientId, ...names(client) } }),
      ...(goal.groupId && { group: goal.groupId }),
      goalId: goal.id,
      title: goal.title,
    }
  }
  if (resource) return { coach: names(coach), resourceId: resource.id, title: resource.title }
  if (received) return received.until === null ? {} : { until: received.until }
  if (!client) return {}
  if (action) {
    return {
      coach: names(coach),
      client: { id: client.clientId, ...names(client) },
      actionId: action.id,
      title: action.text,
    }
  }
  return { ...names(client), client: client.clientId, ...(group && { group: group.id }) }
}
