import type { Transaction } from 'kysely'
import { type ClientId, toWire } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { DomainEvent } from '../../domain-events.ts'
import { record, recordAll } from '#server/events/record.ts'
import type { CoachActor } from '../../policy/actor.ts'
import * as practicePolicy from '../../policy/practice.policy.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal } from '../../refusal.ts'
import { noteInvited, takeMailTimes } from '../mails/mail-limits.service.ts'
import { type Admissible, insertClients, listTakenEmails } from './admissions.repository.ts'
import { inOrderOfEmails } from './clients.domain.ts'

/**
 * Creates any number of clients with a fixed number of statements, and invites each if requested. The coach's screens
 * get one event for all. Answers their ids.
 * @throws Refusal `client.own_email`, `client.email_taken`, `auth.email_unverified`, `client.resend_too_soon`
 */
export async function admitClients(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  people: readonly Admissible[],
  { invite }: { invite: boolean },
): Promise<ClientId[]> {
  if (invite && !practicePolicy.can(actor, 'invite', actor)) throw new Refusal('auth.email_unverified')
  if (people.some(({ email }) => email === actor.email)) throw new Refusal('client.own_email')
  if (people.length === 0) return []
  const admitted = inOrderOfEmails(people).map((person) => ({ ...person, id: deps.newId<ClientId>() }))
  await insertClients(tx, scopeOf(actor), admitted, { invite }, deps.clock.now())
  const { coachId, userId: actorUserId } = actor
  const mailTimes = invite ? await takeMailTimes(deps, tx, coachId, admitted.length) : []
  if (invite) {
    await noteInvited(
      deps,
      tx,
      coachId,
      admitted.map(({ email }) => email),
    )
  }
  await recordAll(
    deps,
    tx,
    admitted.flatMap(({ id, email }, index): DomainEvent[] => {
      const happened = { coachId, actorUserId, subjectId: id }
      const mailAt = mailTimes[index]
      const payload = { imported: true as const }
      return [
        { ...happened, type: 'client.created', payload },
        ...(invite
          ? [
              {
                ...happened,
                type: 'client.invited' as const,
                payload: { ...payload, email, ...(mailAt !== undefined && { mailAt: toWire(mailAt) }) },
              },
            ]
          : []),
      ]
    }),
  )
  await record(deps, tx, {
    type: 'clients.imported',
    coachId,
    actorUserId,
    subjectId: coachId,
    payload: { created: people.length },
  })
  return admitted.map(({ id }) => id)
}

/** Which of these addresses the coach's clients have, archived ones included. */
export async function emailsOfClients(
  deps: Deps,
  actor: CoachActor,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await listTakenEmails(deps.db, scopeOf(actor), emails))
}
