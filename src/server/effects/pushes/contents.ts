import type { PushPayload, PushSubject, PushType } from '#contract/account/push.ts'
import { type EpochMs, HOUR_MS } from '#time/clock.ts'
import { formatDayAndTimes } from '#time/format.ts'
import type { Texts } from '#server/platform/texts.ts'
import type { Facts } from '#server/effects/facts/facts.ts'
import type { Recipient } from '#server/effects/facts/people.ts'

type Told = Pick<Facts, 'coach' | 'client' | 'group' | 'session' | 'action' | 'goal' | 'resource' | 'waiting'>

/**
 * What a push says: what happened, and of a session when. It may be read on a locked screen by anybody, so nothing that
 * a person wrote is in it: no objective, no text of an action, no title of a resource.
 */
export function pushOf(
  type: PushType,
  eventId: string,
  to: Recipient,
  facts: Told,
  { texts, now }: { texts: Texts; now: EpochMs },
): PushPayload {
  const { session } = facts
  const { language, timezone } = to
  const say = (key: string, params = {}) => texts.text(language, `notifications:${key}`, params)
  const name = nameIn(to, facts)
  const named = `notifications:named.${type}`
  const title = name !== undefined && texts.has(named) ? say(`named.${type}`, { name }) : say(`types.${type}`)
  return {
    v: 1,
    type,
    // It may have waited for the end of quiet hours, or for a worker.
    title:
      type === 'SESSION_SOON' && session ? say('soon', { count: hoursTo(session.startsAt, now) }) : title,
    text: session ? formatDayAndTimes(session.startsAt, session.endsAt, timezone, language) : '',
    tag: tagOf(type, eventId, facts),
    about: aboutOf(to, facts),
  }
}

const hoursTo = (instant: EpochMs, now: EpochMs) => Math.max(1, Math.round((instant - now) / HOUR_MS))

/** Who did it: the other side, or who wrote; nobody where several did. */
function nameIn({ side }: Recipient, { client, coach, waiting }: Told): string | undefined {
  if (waiting) return waiting.messages.senders.length === 1 ? waiting.messages.senders[0] : undefined
  return side === 'coach' ? client?.name : coach.name
}

/** All about one session replace each other: what was said of it before is old. */
function tagOf(type: PushType, eventId: string, { session, waiting }: Told): string {
  if (waiting) return `messages:${waiting.room}`
  return session ? `session:${session.id}` : `${type}:${eventId}`
}

function aboutOf(
  { side }: Recipient,
  { client, group, session, action, goal, resource, waiting }: Told,
): PushSubject {
  return {
    ...(waiting &&
      (side === 'client'
        ? { clientRoom: waiting.room }
        : { room: { type: waiting.messages.type, itemId: waiting.room } })),
    ...(client && { client: { id: client.clientId, name: client.name, lastName: client.lastName } }),
    ...(group && { group: group.id }),
    ...(session && { sessionId: session.id }),
    ...(action && { actionId: action.id }),
    ...(goal && { goalId: goal.id }),
    ...(resource && { resourceId: resource.id }),
  }
}
