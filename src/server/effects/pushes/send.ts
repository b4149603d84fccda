import { createHash } from 'node:crypto'
import { type EpochMs, DAY_MS, MINUTE_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import type { Deps } from '../../deps.ts'
import { type PushTarget, listPushTargets, pushTo } from '../../modules/push/push.service.ts'
import { PushFailure, PushRefused } from '#server/platform/push/push-failures.ts'
import { type StoredEvent, loadEvent } from '#server/events/stored-event.ts'
import { type Facts, loadFacts, memberId, recipientsOf } from '#server/effects/facts/facts.ts'
import type { Recipient } from '#server/effects/facts/people.ts'
import type { PushEffect } from '../effect.ts'
import { effectKey } from '../effect-key.ts'
import { mailJob } from '../mails/mail-job.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { isReached } from '../mails/reach.ts'
import { isWanted, quietUntilOf } from '../../modules/preferences/delivery.service.ts'
import { waitsUntil } from '../waiting-time.ts'
import { pushKindOf } from './push-kinds.ts'
import { putOffPush } from './queue-push.ts'
import { isMailMoot } from '../moot.ts'
import { isMarked, mark, once } from '../once.ts'
import { priorityOfMail } from '../priority.ts'
import { readJob } from '../stored-job.ts'
import { pushOf } from './contents.ts'
import { PushJob } from './push-job.ts'

const USEFUL_MS = DAY_MS

/** After this time without a push service the mail goes out in its place. */
const PATIENCE_MS = 10 * MINUTE_MS

/**
 * Pushes to every browser of one person that takes pushes. Each is marked after its push service took it: the job run
 * again after a failure or a crash sends only what is missing, and what is sent twice in between has the same topic and
 * tag, so the second replaces the first. With nobody to push to, the mail goes out.
 */
export async function sendPush(deps: Deps, data: object): Promise<void> {
  const job = readJob(PushJob, data)
  const stored = await loadEvent(deps, job.eventId)
  if (!stored) return
  const facts = await loadFacts(deps, stored.event)
  if (!facts || isMailMoot(stored.event, facts)) return
  const usefulUntil = usefulUntilOf(stored, facts)
  if (deps.clock.now() >= usefulUntil) return
  const to = recipientsOf(facts, job.to).find((each) => memberId(each, facts) === job.clientId)
  if (!to) return
  const effect: PushEffect = { kind: 'push', to: job.to, type: job.type }
  const key = effectKey(stored, effect, job.clientId)
  const kind = pushKindOf(job.type, job.to)
  const wanted = kind !== undefined && (await isWanted(deps, to, kind, 'push'))
  if (!wanted) return mailInstead(deps, job, stored, to)
  const waits = { kind, reader: to.userId, quietUntil: await quietUntilOf(deps, to), now: deps.clock.now() }
  const dueAt = waitsUntil(stored.event, waits)
  if (dueAt !== undefined) return putOffPush(deps, key, { ...job, heldUntil: toIso(dueAt) }, dueAt)
  const { taken, failed } = await pushToAll(deps, { key, stored, effect, to, facts, usefulUntil })
  if (taken > 0 && failed.length === 0) return
  // The database, for one: nothing is decided before it is known who has the push.
  const broken = failed.find((each) => !(each instanceof PushFailure || each instanceof PushRefused))
  if (broken) throw broken
  const mayWait = failed.some((failure) => failure instanceof PushFailure)
  const since = job.heldUntil === undefined ? stored.at : fromIso(job.heldUntil)
  const patient = deps.clock.now() - since < PATIENCE_MS
  if (mayWait && (patient || taken > 0)) throw failed[0]!
  for (const failure of failed) deps.log.warn({ err: failure, eventId: stored.id }, 'push not sent')
  if (taken === 0) await mailInstead(deps, job, stored, to)
}

/** News are of no use a day later, and of a session that comes, once it has begun. */
function usefulUntilOf({ at }: StoredEvent, { session }: Facts): EpochMs {
  const end = epochMs(at + USEFUL_MS)
  return session && session.startsAt > at && session.startsAt < end ? session.startsAt : end
}

type Sending = {
  key: string
  stored: StoredEvent
  effect: PushEffect
  to: Recipient
  facts: Facts
  usefulUntil: EpochMs
}

/** @returns how many browsers have it by now, and why the others do not */
async function pushToAll(
  deps: Deps,
  { key, stored, effect, to, facts, usefulUntil }: Sending,
): Promise<{ taken: number; failed: Error[] }> {
  const targets = to.membershipId ? await listPushTargets(deps, to.membershipId) : []
  const payload = pushOf(effect.type, stored.id, to, facts, { texts: deps.texts, now: deps.clock.now() })
  const options = {
    ttlSeconds: Math.max(0, Math.floor((usefulUntil - deps.clock.now()) / 1000)),
    urgency: effect.type === 'SESSION_SOON' ? ('high' as const) : ('normal' as const),
    topic: topicOf(key),
  }
  const push = async (target: PushTarget): Promise<'sent' | 'gone'> => {
    const sent = `${key}:${target.authSessionId}`
    if (await isMarked(deps, sent)) return 'sent'
    const outcome = await pushTo(deps, target, payload, options)
    if (outcome === 'sent') await mark(deps, deps.db, sent)
    return outcome
  }
  const outcomes = await Promise.allSettled(targets.map(push))
  return {
    taken: outcomes.filter((each) => each.status === 'fulfilled' && each.value === 'sent').length,
    failed: outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : [])),
  }
}

/** Under the key of the mail itself: an event that mails it anyway mails it once. */
async function mailInstead(
  deps: Deps,
  { otherwise: template, clientId, to: side }: PushJob,
  stored: StoredEvent,
  to: Recipient,
): Promise<void> {
  if (template === undefined || !isReached(template, to, stored.at)) return
  const { event } = stored
  const key = effectKey(stored, { kind: 'mail', to: side, template }, clientId)
  const job = mailJob({ eventId: stored.id, to: side, template, clientId })
  await once(deps, key, (tx) =>
    queueMail(deps, tx, { job, priority: priorityOfMail(event, template), key, event, to }),
  )
}

/** 32 letters of base64url, as push services allow (RFC 8030 §5.4). */
function topicOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 32)
}
