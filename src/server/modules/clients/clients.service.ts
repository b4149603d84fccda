import type { Transaction } from 'kysely'
import type { ClientDetail, ClientListQuery, ClientStatus, NewClientBody } from '#contract/clients.ts'
import { ClientStatus as AnyStatus } from '#contract/clients.ts'
import type { ClientId, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '../../effects/record.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { mayInvite } from '../../policy/client.policy.ts'
import { isOfPractice } from '../../policy/practice.policy.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { killInvitationTokens } from '../invitations/invitation-tokens.service.ts'
import { canBeInvited, isResendTooSoon } from './clients.domain.ts'
import { presentClient, presentClientDetail } from './clients.presenter.ts'
import * as clients from './clients.repository.ts'

/** Creates a client and, when asked, invites them; under the coach id of the path where there is one (spec §7). */
export async function createClient(
  deps: Deps,
  actor: CoachActor,
  body: NewClientBody,
  coachId: UserId = actor.coachId,
): Promise<ClientDetail> {
  if (!isOfPractice(actor, coachId)) throw new Refusal('coach.not_found')
  if (body.invite && !mayInvite(actor)) throw new Refusal('auth.email_unverified')
  if (body.email === actor.email) throw new Refusal('client.own_email')
  const id = deps.newId<ClientId>()
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    await clients.insertClient(
      tx,
      scopeOf(actor),
      {
        id,
        name: body.name.normalize('NFC'),
        lastName: body.lastName.normalize('NFC'),
        email: body.email,
        timezone: body.timezone ?? actor.timezone,
        status: body.invite ? 'invited' : 'notInvited',
        invitedAt: body.invite ? now : null,
      },
      now,
    )
    await recordOf(deps, tx, actor, 'client.created', id)
    if (body.invite) await recordOf(deps, tx, actor, 'client.invited', id)
    return present(deps, tx, actor, id)
  })
}

export function getClient(deps: Deps, actor: CoachActor, id: ClientId): Promise<ClientDetail> {
  return present(deps, deps.db, actor, id)
}

// Archived clients are out of sight until somebody asks for them.
const IN_SIGHT: readonly ClientStatus[] = AnyStatus.exclude(['archived']).options
const WORKING_WITH: readonly ClientStatus[] = ['active', 'paused']

export function listClients(deps: Deps, actor: CoachActor, coachId: UserId, query: ClientListQuery) {
  return list(deps, actor, coachId, query, query.status ? [query.status] : IN_SIGHT)
}

export function listActiveClients(
  deps: Deps,
  actor: CoachActor,
  coachId: UserId,
  query: Omit<ClientListQuery, 'status'>,
) {
  return list(deps, actor, coachId, query, WORKING_WITH)
}

async function list(
  deps: Deps,
  actor: CoachActor,
  coachId: UserId,
  query: Omit<ClientListQuery, 'status'>,
  statuses: readonly ClientStatus[],
) {
  if (!isOfPractice(actor, coachId)) throw new Refusal('coach.not_found')
  const now = deps.clock.now()
  const filter = { search: query.search?.normalize('NFC'), statuses }
  const { rows, total } = await clients.listClients(deps.db, scopeOf(actor), filter, query, now)
  const { page, items } = query
  return { data: rows.map((row) => presentClient(deps, row, actor)), total, page, items }
}

/** Invites, for the first time or again: what was mailed before stops working (product §4). */
export async function resendInvitation(deps: Deps, actor: CoachActor, id: ClientId): Promise<ClientDetail> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const { status, sentAt } = found(await clients.lockInvitation(tx, scope, id), 'client.not_found')
    if (!canBeInvited(status)) throw new Refusal('client.wrong_state')
    if (!mayInvite(actor)) throw new Refusal('auth.email_unverified')
    if (isResendTooSoon(sentAt, now)) throw new Refusal('client.resend_too_soon')
    await clients.moveToInvited(tx, scope, id, now)
    await killInvitationTokens(deps, tx, id)
    await recordOf(deps, tx, actor, 'client.invited', id)
    return present(deps, tx, actor, id)
  })
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

async function present(deps: Deps, db: Deps['db'], actor: CoachActor, id: ClientId): Promise<ClientDetail> {
  const now = deps.clock.now()
  const row = await clients.findClient(db, scopeOf(actor), id, now)
  return presentClientDetail(deps, found(row, 'client.not_found'), actor)
}

function recordOf(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  type: 'client.created' | 'client.invited',
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
