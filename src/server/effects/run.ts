import { z } from 'zod'
import type { MembershipId } from '#contract/values.ts'
import type { Deps } from '../deps.ts'
import { listGroupMemberships } from '../modules/groups/members.repository.ts'
import { listMemberships } from '../modules/notifications/notifications.repository.ts'
import type { Audience, Effect } from './effect.ts'
import { loadEvent } from './event.ts'
import { type Facts, type Recipient, loadFacts, memberId, recipientsOf } from './facts.ts'
import { type MailJob, mailKey } from './mails/mail-job.ts'
import { notify } from './notify.ts'
import { once } from './once.ts'
import { isMoot, planEffects } from './plan.ts'
import { MAILS_QUEUE } from './queue.ts'

const Job = z.object({ eventId: z.uuid() })

/**
 * Carries out the effects of one domain event. Each runs under its own key, one for each person of a group: running the job again, on any server,
 * after any crash, does only what is missing.
 */
export async function runEffects(deps: Deps, data: object): Promise<void> {
  const { eventId } = Job.parse(data)
  const event = await loadEvent(deps, eventId)
  const facts = await loadFacts(deps, event)
  if (!facts || isMoot(event, facts.session)) return
  for (const [index, effect] of planEffects(event).entries()) {
    await runOne(deps, { eventId, effect: index }, effect, facts)
  }
}

async function runOne(deps: Deps, job: MailJob, effect: Effect, facts: Facts): Promise<void> {
  switch (effect.kind) {
    case 'notify': {
      for (const to of recipientsOf(facts, effect.to)) {
        const stored = await notify(deps, keyOf(job, to, facts), effect.type, to, facts)
        // Stored first, then sent live: whoever is away finds it on return (product §17).
        if (stored) deps.realtime.emit(stored.membershipId, effect.type, stored.notification)
      }
      return
    }
    case 'mail': {
      for (const to of recipientsOf(facts, effect.to)) {
        await once(deps, keyOf(job, to, facts), (tx) =>
          deps.jobs.enqueue(tx, MAILS_QUEUE, { ...job, clientId: memberId(to, facts) }),
        )
      }
      return
    }
    case 'changed': {
      for (const audience of effect.to) {
        for (const membershipId of await membershipsOf(deps, facts, audience)) {
          deps.realtime.emit(membershipId, 'CHANGED', { subject: effect.subject, id: effect.id })
        }
      }
    }
  }
}

function keyOf(job: MailJob, to: Recipient, facts: Facts): string {
  return mailKey({ ...job, clientId: memberId(to, facts) })
}

async function membershipsOf(deps: Deps, facts: Facts, audience: Audience): Promise<MembershipId[]> {
  if (audience === 'everybody') return listMemberships(deps.db, facts.coach.userId)
  // What changed of a group's session changed for everybody in it, excused or not.
  if (audience === 'group' || (audience === 'client' && !facts.client)) {
    return facts.group ? listGroupMemberships(deps.db, facts.group.id) : []
  }
  return recipientsOf(facts, audience).flatMap(({ membershipId }) => membershipId ?? [])
}
