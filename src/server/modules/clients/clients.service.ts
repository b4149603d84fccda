import type { Transaction } from 'kysely'
import type { ClientRole } from '#contract/account/auth.ts'
import type { ClientBody, ClientDetail, ClientRecord, NewClientBody } from '#contract/clients.ts'
import { type ClientId, type UserId, toWire } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import type { Actor, ClientActor, CoachActor } from '../../policy/actor.ts'
import * as clientPolicy from '../../policy/client.policy.ts'
import * as practicePolicy from '../../policy/practice.policy.ts'
import { type CoachScope, scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { killInvitationTokens } from '#server/modules/clients/inviting/invitation-tokens.service.ts'
import { noteInvited, takeMailTimes } from '../mails/mail-limits.service.ts'
import { listMoves } from './client-steps.repository.ts'
import { type ClientDetailRow, findClient } from './client-records.repository.ts'
import { keptFields } from './client-fields.domain.ts'
import { canBeInvited, hasInvitation } from './clients.domain.ts'
import { presentClientDetail, presentOwnRecord } from './clients.presenter.ts'
import * as clients from './clients.repository.ts'

/** Creates a client and, if requested, invites them. */
export function createClient(
  deps: Deps,
  actor: CoachActor,
  { role, invite, ...person }: NewClientBody,
): Promise<ClientDetail> {
  return deps.db.transaction().execute(async (tx) => {
    const id = await admitClient(deps, tx, actor, person, { role, invite })
    return answerClient(deps, tx, actor, id)
  })
}

/** A new person in a practice: the fields of `POST client`, without role and invitation. */
export type NewPerson = Omit<NewClientBody, 'role' | 'invite'>

/**
 * Creates a client record in the coach's practice and, if requested, invites the person.
 * @throws Refusal `client.own_email`, `client.email_taken`, `auth.email_unverified`, `client.resend_too_soon`
 */
async function admitClient(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  person: NewPerson,
  { role, invite }: { role: ClientRole; invite: boolean },
): Promise<ClientId> {
  if (invite && !practicePolicy.can(actor, 'invite', actor)) throw new Refusal('auth.email_unverified')
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
  if (invite) {
    await noteInvited(deps, tx, actor.coachId, [email])
    await recordInvited(deps, tx, actor, { id, email })
  }
  return id
}

/**
 * PUT: changes the given fields. Until the person has accepted, the coach may change the e-mail: links mailed to the
 * old one stop working, and the new one is not invited yet (product §4). Afterwards e-mail and zone are the person's
 * own.
 */
export function updateClient(
  deps: Deps,
  actor: CoachActor,
  id: ClientId,
  body: ClientBody,
): Promise<ClientDetail> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const client = found(await clients.lockClient(tx, scope, id), 'client.not_found')
    if (client.accountEndedAt !== null) throw new Refusal('client.account_ended')
    const subject = { ...client, ...scope, clientId: id }
    const owned = clientPolicy.can(actor, 'readdress', subject) ? {} : changedOf(body, client)
    if (Object.keys(owned).length > 0) throw new Refusal('client.owned_by_person', owned)
    const readdressed = body.email !== undefined && body.email !== client.email
    if (readdressed && body.email === actor.email) throw new Refusal('client.own_email')
    const fields = keptFields(body)
    // The displayed zone is no change: the record keeps the coach's value.
    await clients.updateClient(
      tx,
      scope,
      id,
      client.userId ? { ...fields, timezone: undefined } : fields,
      now,
    )
    if (readdressed) {
      await killInvitationTokens(deps, tx, id)
      if (hasInvitation(client)) await clients.forgetInvitation(tx, scope, id, client.status, now)
    }
    const { coachId, userId: actorUserId } = actor
    const payload = readdressed ? { readdressed } : {}
    await record(deps, tx, { type: 'client.changed', coachId, actorUserId, subjectId: id, payload })
    return answerClient(deps, tx, actor, id)
  })
}

/** The person's own fields that a body would change, each with its error text. */
function changedOf(body: ClientBody, client: { email: string; timezone: string }): Record<string, string> {
  const own = (['email', 'timezone'] as const).filter(
    (field) => body[field] !== undefined && body[field] !== client[field],
  )
  return Object.fromEntries(own.map((field) => [field, 'owned_by_person']))
}

/** GET: one client for their coach; a client can only read their own record. */
export async function getClient(deps: Deps, actor: Actor, id: ClientId): Promise<ClientRecord> {
  if (actor.userType === 'coach') return answerClient(deps, deps.db, actor, id)
  return presentOwnRecord(deps, await requireClient(deps, deps.db, actor, id))
}

/** Most entries of "Desde la última sesión". */
const MOST_MOVES = 20

/** A client as their coach sees them now, read through `db`: the transaction that changed them, or the pool. */
export async function answerClient(
  deps: Deps,
  db: Deps['db'],
  actor: CoachActor,
  id: ClientId,
): Promise<ClientDetail> {
  const [row, moves] = await Promise.all([
    requireClient(deps, db, actor, id),
    listMoves(db, scopeOf(actor), id, MOST_MOVES),
  ])
  return presentClientDetail(deps, row, moves, actor)
}

/** Invites, for the first time or again: links mailed before stop working (product §4). */
export async function resendInvitation(deps: Deps, actor: CoachActor, id: ClientId): Promise<ClientDetail> {
  return deps.db.transaction().execute(async (tx) => {
    await sendInvitation(deps, tx, scopeOf(actor), id, actor)
    return answerClient(deps, tx, actor, id)
  })
}

/**
 * The same for the coach, or (null) the invited person with an expired link. Links mailed or shared before stop
 * working, and both count towards the same limits (product §4).
 */
export async function sendInvitation(
  deps: Deps,
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ClientId,
  actor: CoachActor | null,
): Promise<void> {
  const now = deps.clock.now()
  const { status, email } = found(await clients.lockClient(tx, scope, id), 'client.not_found')
  if (!canBeInvited(status)) throw new Refusal('client.wrong_state')
  if (actor && !practicePolicy.can(actor, 'invite', scope)) throw new Refusal('auth.email_unverified')
  await noteInvited(deps, tx, scope.coachId, [email])
  await clients.transitionToInvited(tx, scope, id, now)
  await killInvitationTokens(deps, tx, id)
  const by = { coachId: scope.coachId, userId: actor?.userId ?? null }
  await recordInvited(deps, tx, by, { id, email })
}

/** Writes a person's chosen name into all their records. */
export function renameClients(
  deps: Deps,
  tx: Transaction<DB>,
  userId: UserId,
  name: { name: string | undefined; lastName: string | undefined },
): Promise<void> {
  return clients.renamePerson(tx, userId, name, deps.clock.now())
}

/** The open invitation of a client, or the newest of an address: the person will become a client (product §1 D2). */
export function findOpenInvitation(
  deps: Deps,
  db: Deps['db'],
  key: { email: string } | { clientId: ClientId },
): Promise<{ clientId: ClientId; email: string } | undefined> {
  return clients.findOpenInvitation(db, key, deps.clock.now())
}

/** Whether the client's own process is active: only then they may request sessions (product §6). */
export async function isActiveClient(deps: Deps, actor: ClientActor): Promise<boolean> {
  return (await clients.findStatus(deps.db, scopeOf(actor))) === 'active'
}

/** The same as a part of a dashboard. */
export function readIsActive(actor: ClientActor) {
  return clients.readStatus(scopeOf(actor)).map((status) => status === 'active')
}

/** The numbers of clients for a dashboard. */
export function readClientCounts(deps: Deps, actor: CoachActor) {
  return clients.readCounts(scopeOf(actor), deps.clock.now())
}

async function requireClient(
  deps: Deps,
  db: Deps['db'],
  actor: Actor,
  id: ClientId,
): Promise<ClientDetailRow> {
  return found(await findClient(db, scopeOf(actor), id, deps.clock.now()), 'client.not_found')
}

/** Records an invitation, and takes one of the day's mails for it. */
async function recordInvited(
  deps: Deps,
  tx: Transaction<DB>,
  { coachId, userId }: { coachId: UserId; userId: UserId | null },
  { id, email }: { id: ClientId; email: string },
): Promise<void> {
  const [mailAt] = await takeMailTimes(deps, tx, coachId)
  const payload = { email, ...(mailAt !== undefined && { mailAt: toWire(mailAt) }) }
  await record(deps, tx, { type: 'client.invited', coachId, actorUserId: userId, subjectId: id, payload })
}

/** Records an event of a client; without a user if the person themselves, or the clock, caused it. */
export function recordOfClient(
  deps: Deps,
  tx: Transaction<DB>,
  actor: { coachId: UserId; userId: UserId | null },
  type: 'client.created' | 'client.changed',
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
