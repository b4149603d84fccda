import type { Transaction } from 'kysely'
import type { ClientRole } from '#contract/auth.ts'
import type { ClientDetail, ClientRecord, NewClientBody } from '#contract/clients.ts'
import type { ClientId, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '../../effects/record.ts'
import type { Actor, CoachActor } from '../../policy/actor.ts'
import { mayInvite } from '../../policy/client.policy.ts'
import { isOfPractice } from '../../policy/practice.policy.ts'
import { type CoachScope, scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { killInvitationTokens } from '../invitations/invitation-tokens.service.ts'
import { type ClientDetailRow, findClient } from './client-records.repository.ts'
import { keptFields } from './client-fields.domain.ts'
import { canBeInvited, isResendTooSoon } from './clients.domain.ts'
import { presentClientDetail, presentOwnRecord } from './clients.presenter.ts'
import * as clients from './clients.repository.ts'

/** Creates a client and, when asked, invites them; under the coach id of the path where there is one (spec §7). */
export function createClient(
  deps: Deps,
  actor: CoachActor,
  { role, invite, ...person }: NewClientBody,
  coachId: UserId = actor.coachId,
): Promise<ClientDetail> {
  if (!isOfPractice(actor, coachId)) throw new Refusal('coach.not_found')
  return deps.db.transaction().execute(async (tx) => {
    const id = await admitClient(deps, tx, actor, person, { role, invite })
    return answerClient(deps, tx, actor, id)
  })
}

/** Somebody new to a practice: what `POST client` takes, but for the role and the invitation. */
export type NewPerson = Omit<NewClientBody, 'role' | 'invite'>

/**
 * Gives somebody a record in the coach's practice and, when asked, invites them.
 * @throws Refusal `client.own_email`, `client.email_taken`, `auth.email_unverified`
 */
export async function admitClient(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  person: NewPerson,
  { role, invite }: { role: ClientRole; invite: boolean },
): Promise<ClientId> {
  if (invite && !mayInvite(actor)) throw new Refusal('auth.email_unverified')
  if (person.email === actor.email) throw new Refusal('client.own_email')
  const id = deps.newId<ClientId>()
  const now = deps.clock.now()
  const { name, lastName, email, timezone = actor.timezone } = person
  await clients.insertClient(
    tx,
    scopeOf(actor),
    {
      ...keptFields(person),
      id,
      name: name.normalize('NFC'),
      lastName: lastName.normalize('NFC'),
      email,
      timezone,
      role,
      status: invite ? 'invited' : 'notInvited',
      invitedAt: invite ? now : null,
    },
    now,
  )
  await recordOfClient(deps, tx, actor, 'client.created', id)
  if (invite) await recordOfClient(deps, tx, actor, 'client.invited', id)
  return id
}

/** GET: one client for their coach; a client reads their own record, and no other exists for them. */
export async function getClient(deps: Deps, actor: Actor, id: ClientId): Promise<ClientRecord> {
  if (actor.userType === 'coach') return answerClient(deps, deps.db, actor, id)
  return presentOwnRecord(deps, await requireClient(deps, deps.db, actor, id))
}

/** A client as their coach sees them now, read through `db`: the transaction that changed them, or the pool. */
export async function answerClient(
  deps: Deps,
  db: Deps['db'],
  actor: CoachActor,
  id: ClientId,
): Promise<ClientDetail> {
  return presentClientDetail(deps, await requireClient(deps, db, actor, id), [], actor)
}

/** Invites, for the first time or again: what was mailed before stops working (product §4). */
export async function resendInvitation(deps: Deps, actor: CoachActor, id: ClientId): Promise<ClientDetail> {
  return deps.db.transaction().execute(async (tx) => {
    await sendInvitation(deps, tx, scopeOf(actor), id, actor)
    return answerClient(deps, tx, actor, id)
  })
}

/**
 * The same for whoever may ask: the coach, or (null) the invited person with a link that has expired. What was mailed
 * or shared before stops working, and the limits hold for both together (product §4).
 */
export async function sendInvitation(
  deps: Deps,
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ClientId,
  actor: CoachActor | null,
): Promise<void> {
  const now = deps.clock.now()
  const { status, sentAt } = found(await clients.lockInvitation(tx, scope, id), 'client.not_found')
  if (!canBeInvited(status)) throw new Refusal('client.wrong_state')
  if (actor && !mayInvite(actor)) throw new Refusal('auth.email_unverified')
  if (isResendTooSoon(sentAt, now)) throw new Refusal('client.resend_too_soon')
  await clients.moveToInvited(tx, scope, id, now)
  await killInvitationTokens(deps, tx, id)
  const by = { coachId: scope.coachId, userId: actor?.userId ?? null }
  await recordOfClient(deps, tx, by, 'client.invited', id)
}

/** Gives every record of a person the name they have chosen. */
export function renameClients(
  deps: Deps,
  tx: Transaction<DB>,
  userId: UserId,
  name: { name: string | undefined; lastName: string | undefined },
): Promise<void> {
  return clients.renamePerson(tx, userId, name, deps.clock.now())
}

/** The open invitation of a client, or the newest of an address: its person is a client to be (product §1 D2). */
export function findOpenInvitation(
  deps: Deps,
  db: Deps['db'],
  key: { email: string } | { clientId: ClientId },
): Promise<{ clientId: ClientId; email: string } | undefined> {
  return clients.findOpenInvitation(db, key, deps.clock.now())
}

/**
 * Lets the records of a person follow their new address, at each of their coaches (product §4).
 * @throws Refusal `user.email_of_another_client` when one of the coaches has another record with it
 */
export function moveClientEmails(
  deps: Deps,
  tx: Transaction<DB>,
  userId: UserId,
  email: string,
): Promise<void> {
  return clients.moveEmailOfPerson(tx, userId, email, deps.clock.now())
}

/** What a dashboard tells of the clients. */
export function countClients(
  deps: Deps,
  actor: CoachActor,
): Promise<{ active: number; invited: number; all: number }> {
  return clients.countClients(deps.db, scopeOf(actor), deps.clock.now())
}

async function requireClient(
  deps: Deps,
  db: Deps['db'],
  actor: Actor,
  id: ClientId,
): Promise<ClientDetailRow> {
  return found(await findClient(db, scopeOf(actor), id, deps.clock.now()), 'client.not_found')
}

/** Records what happened with a client; without a user when the person themself, or the clock, did it. */
export function recordOfClient(
  deps: Deps,
  tx: Transaction<DB>,
  actor: { coachId: UserId; userId: UserId | null },
  type: 'client.created' | 'client.invited' | 'client.changed',
  id: ClientId,
): Promise<void> {
  return record(deps, tx, {
    type,
    coachId: actor.coachId,
    actorUserId: actor.userId,
    subjectId: id,
    payload: {},
  })
}
