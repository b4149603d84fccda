import type { Transaction } from 'kysely'
import { type EpochMs, fromIso } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { DomainEvent, QueuedMail } from '../../domain-events.ts'
import { beginHeldInvitation } from '../../modules/invitations/invitations.service.ts'
import { takeMailTimes } from '../../modules/mails/mail-limits.service.ts'
import type { JobPriority } from '#server/platform/jobs/priorities.ts'
import type { Recipient } from '#server/effects/facts/people.ts'
import { MAILS_QUEUE } from '#server/events/queues.ts'
import { changeTimers } from '#server/events/timers.ts'

type Queued = { job: QueuedMail; priority: JobPriority; key: string; event: DomainEvent; to: Recipient }

/** Queues one mail: now, or on the day that has a place for it (product §4). */
export async function queueMail(
  deps: Deps,
  tx: Transaction<DB>,
  { job, priority, key, event, to }: Queued,
): Promise<void> {
  const dueAt = await mailTime(deps, tx, event, to)
  if (dueAt === undefined) return deps.jobs.enqueue(tx, MAILS_QUEUE, job, priority)
  // Of one person's invitations the last counts.
  const name = event.type === 'client.invited' ? `invitation:${event.subjectId}` : key
  await changeTimers(tx, [
    { kind: 'set', key: `mail.send:${name}`, dueAt, command: { type: 'mail.send', job } },
  ])
}

/** Has a mail sent at the end of its reader's quiet hours. Put off again before that, it still waits once. */
export function putOffMail(deps: Deps, key: string, job: QueuedMail, dueAt: EpochMs): Promise<void> {
  return deps.db
    .transaction()
    .execute((tx) =>
      changeTimers(tx, [
        { kind: 'set', key: `mail.send:${key}`, dueAt, command: { type: 'mail.send', job } },
      ]),
    )
}

/** The 14 days of an invitation that had to wait begin when it leaves. */
export async function beginWhatWaited(deps: Deps, event: DomainEvent): Promise<void> {
  if (event.type !== 'client.invited' || event.payload.mailAt === undefined) return
  await beginHeldInvitation(deps, event.subjectId, fromIso(event.payload.mailAt))
}

/**
 * When a mail goes out; undefined for now. What a coach causes counts against their day. Codes, security mails,
 * reminders and what people cause themselves are never held back.
 */
async function mailTime(
  deps: Deps,
  tx: Transaction<DB>,
  event: DomainEvent,
  to: Recipient,
): Promise<EpochMs | undefined> {
  // An invitation has taken its place with the request, which says so at once.
  if (event.type === 'client.invited') {
    return event.payload.mailAt === undefined ? undefined : fromIso(event.payload.mailAt)
  }
  if (!isCausedByCoach(event) || to.side !== 'client') return undefined
  const [time] = await takeMailTimes(deps, tx, event.coachId)
  return time
}

function isCausedByCoach(event: DomainEvent): boolean {
  // It has no actor, because a timer sends it. A client also gets a mail about a move they made.
  if (event.type === 'session.move_told') return event.payload.to === 'client'
  return event.actorUserId === event.coachId
}
