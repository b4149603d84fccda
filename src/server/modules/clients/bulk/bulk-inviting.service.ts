import type { Kysely, Transaction } from 'kysely'
import type { LeftClient, LeftReason } from '#contract/clients/clients-bulk.ts'
import { type ClientId, type UserId, toWire } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { record, recordAll } from '#server/events/record.ts'
import { emailsTooSoon, noteInvited, takeMailTimes } from '#server/modules/mails/mail-limits.service.ts'
import type { CoachActor } from '#server/policy/actor.ts'
import * as practicePolicy from '#server/policy/practice.policy.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { Refusal } from '#server/refusal.ts'
import { killInvitationTokens } from '../inviting/invitation-tokens.service.ts'
import { hasInvitation } from '../clients.domain.ts'
import { whyNotInvited } from './bulk.domain.ts'
import { type listStates, lockStates, openInvitations } from './bulk.repository.ts'

export type Invited = { changed: ClientId[]; left: LeftClient[]; waiting: number }

/** POST: invites these clients together, in one transaction. */
export function inviteClients(
  deps: Deps,
  actor: CoachActor,
  { clientIds }: { clientIds: readonly ClientId[] },
): Promise<Invited> {
  return deps.db.transaction().execute((tx) => inviteTogether(deps, tx, actor, clientIds))
}

/**
 * Invites every one of these clients who has neither an open invitation nor an account. The number of statements does
 * not grow with theirs, only with how many had an invitation that expired. Mails that do not fit into the coach's day
 * wait for the next one (product §4). A call that runs at the same time waits for the locks, and finds them invited.
 * @throws Refusal `auth.email_unverified`
 */
export async function inviteTogether(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  ids: readonly ClientId[],
): Promise<Invited> {
  if (!practicePolicy.can(actor, 'invite', actor)) throw new Refusal('auth.email_unverified')
  const { coachId, userId: actorUserId } = actor
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  const known = await lockStates(tx, scope, ids)
  const reasons = await reasonsNotToInvite(deps, tx, coachId, known)
  const invited = known.filter(({ id }) => reasons.get(id) === undefined)
  const left = [...new Set(ids)].flatMap((clientId): LeftClient[] => {
    if (!reasons.has(clientId)) return [{ clientId, reason: 'notFound' }]
    const reason = reasons.get(clientId)
    return reason === undefined ? [] : [{ clientId, reason }]
  })
  if (invited.length === 0) return { changed: [], left, waiting: 0 }
  const changed = invited.map(({ id }) => id)
  await noteInvited(
    deps,
    tx,
    coachId,
    invited.map(({ email }) => email),
  )
  await openInvitations(tx, scope, changed, now)
  for (const client of invited) if (hasInvitation(client)) await killInvitationTokens(deps, tx, client.id)
  const mailTimes = await takeMailTimes(deps, tx, coachId, invited.length)
  await recordAll(
    deps,
    tx,
    invited.map(({ id, email }, index) => {
      const mailAt = mailTimes[index]
      const payload = {
        ...(invited.length > 1 && { imported: true as const }),
        email,
        ...(mailAt !== undefined && { mailAt: toWire(mailAt) }),
      }
      return { type: 'client.invited' as const, coachId, actorUserId, subjectId: id, payload }
    }),
  )
  const payload = { changed: changed.length }
  await record(deps, tx, { type: 'clients.changed', coachId, actorUserId, subjectId: coachId, payload })
  return { changed, left, waiting: mailTimes.filter((at) => at !== undefined).length }
}

type Known = Awaited<ReturnType<typeof listStates>>

/** Why each of these clients would not be invited together with the others; undefined for those who would. */
export async function reasonsNotToInvite(
  deps: Deps,
  db: Kysely<DB>,
  coachId: UserId,
  known: Known,
): Promise<Map<ClientId, LeftReason | undefined>> {
  const emails = known.map(({ email }) => email)
  const tooSoon = await emailsTooSoon(deps, db, coachId, emails)
  const now = deps.clock.now()
  return new Map(known.map((client) => [client.id, whyNotInvited(client, tooSoon.has(client.email), now)]))
}
