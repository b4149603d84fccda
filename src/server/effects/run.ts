import type { MembershipId } from '#contract/values.ts'
import type { Deps } from '../deps.ts'
import { listGroupMemberships } from '../modules/groups/members.repository.ts'
import { listMemberships } from '../modules/notifications/notifications.repository.ts'
import type { Audience, Effect } from './effect.ts'
import { effectKey } from './effect-key.ts'
import { type StoredEvent, loadEvent } from '#server/events/stored-event.ts'
import { type Facts, loadFacts, memberId, recipientsOf } from '#server/effects/facts/facts.ts'
import { mailJob } from './mails/mail-job.ts'
import { queueMail } from './mails/queue-mail.ts'
import { isReached } from './mails/reach.ts'
import { notify } from './notify.ts'
import { queuePush } from './pushes/queue-push.ts'
import { once } from './once.ts'
import { isMoot } from './moot.ts'
import { planEffects } from '#server/effects/plans/plan.ts'
import { priorityOfMail } from './priority.ts'
import { readEventJob } from './event-job.ts'

/**
 * Runs the effects of one domain event. Each runs under its own key, one for each member of a group: running the job
 * again, on any server, after any crash, does only what is missing.
 */
export async function runEffects(deps: Deps, data: object): Promise<void> {
  const job = readEventJob(data)
  const stored = await loadEvent(deps, job.eventId)
  if (!stored) return
  const facts = await loadFacts(deps, stored.event)
  if (!facts || isMoot(stored.event, facts)) return
  for (const effect of job.effects ?? planEffects(stored.event)) await runOne(deps, stored, effect, facts)
}

async function runOne(deps: Deps, stored: StoredEvent, effect: Effect, facts: Facts): Promise<void> {
  switch (effect.kind) {
    case 'notify': {
      for (const to of recipientsOf(facts, effect.to)) {
        const key = effectKey(stored, effect, memberId(to, facts))
        const kept = await notify(deps, key, effect.type, to, facts)
        // Stored first, then sent live: a person who is away finds it later (product §17). Sent again when the job is run
        // again, since a bus has nothing of what its worker had not sent when it died; browsers only ask again then.
        if (kept) deps.realtime.emit(kept.membershipId, effect.type, kept.notification)
        const push = { kind: 'push', to: effect.to, type: effect.type } as const
        await queuePush(deps, stored, push, to, facts)
      }
      return
    }
    case 'push': {
      for (const to of recipientsOf(facts, effect.to)) await queuePush(deps, stored, effect, to, facts)
      return
    }
    case 'mail': {
      for (const to of recipientsOf(facts, effect.to)) {
        if (!isReached(effect.template, to, stored.at)) continue
        const clientId = memberId(to, facts)
        const job = mailJob({ eventId: stored.id, to: effect.to, template: effect.template, clientId })
        const key = effectKey(stored, effect, clientId)
        await once(deps, key, (tx) =>
          queueMail(deps, tx, {
            job,
            priority: priorityOfMail(stored.event, effect.template),
            key,
            event: stored.event,
            to,
          }),
        )
      }
      return
    }
    case 'changed': {
      // On every server the gate is right before a screen hears of it, whichever server had the change.
      if (effect.subject === 'payment') deps.actors.forgetPractice(facts.coach.userId)
      for (const audience of effect.to) {
        for (const membershipId of await membershipsOf(deps, facts, audience)) {
          deps.realtime.emit(membershipId, 'CHANGED', { subject: effect.subject, id: effect.id })
        }
      }
    }
  }
}

async function membershipsOf(deps: Deps, facts: Facts, audience: Audience): Promise<MembershipId[]> {
  if (audience === 'everybody') return listMemberships(deps.db, facts.coach.userId)
  // What changed of a group's session changed for everybody in it, excused or not.
  if (audience === 'group' || (audience === 'client' && !facts.client)) {
    return facts.group ? listGroupMemberships(deps.db, facts.group.id) : []
  }
  return recipientsOf(facts, audience).flatMap(({ membershipId }) => membershipId ?? [])
}
