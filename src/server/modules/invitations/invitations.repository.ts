import type { Kysely, Transaction } from 'kysely'
import type { ClientId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { refuseViolations } from '#server/platform/postgres/postgres-constraints.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '../../policy/scope.ts'

/**
 * A client of the practice, locked until the transaction ends, with the facts for sharing their invitation: how often
 * it was shared since an instant.
 */
export async function lockShared(tx: Transaction<DB>, scope: CoachScope, clientId: ClientId, since: EpochMs) {
  const client = await tx
    .selectFrom('clients as c')
    .innerJoin('users as coach', 'coach.id', 'c.coach_id')
    .where('c.coach_id', '=', scope.coachId)
    .where('c.id', '=', clientId)
    .select((row) => [
      'c.name',
      'c.whatsapp',
      row.fn.coalesce('c.country', 'coach.country').as('country'),
      'c.status',
      'c.invited_at as invitedAt',
    ])
    .forUpdate('c')
    .executeTakeFirst()
  if (!client) return undefined
  const { times } = await tx
    .selectFrom('domain_events')
    .where('subject_id', '=', clientId)
    .where('type', '=', 'invitation.shared')
    .where('occurred_at', '>', toTimestamp(since))
    .select((event) => event.fn.countAll<number>().as('times'))
    .executeTakeFirstOrThrow()
  return { ...client, times }
}

/** Restarts an unanswered invitation that was sent before `dueAt`, at `at`. */
export async function updateInvitedAt(
  db: Kysely<DB>,
  clientId: ClientId,
  dueAt: EpochMs,
  at: EpochMs,
): Promise<void> {
  await db
    .updateTable('clients')
    .set({ invited_at: toTimestamp(at), updated_at: toTimestamp(at) })
    .where('id', '=', clientId)
    .where('status', '=', 'invited')
    .where('invited_at', '<', toTimestamp(dueAt))
    .execute()
}

/**
 * Links a locked client to the account that accepted.
 * @throws Refusal `invitation.used` if the account is a client of this coach already
 */
export async function transitionToActive(
  tx: Transaction<DB>,
  client: { clientId: ClientId; userId: UserId; timezone: string },
  at: EpochMs,
): Promise<void> {
  const update = tx
    .updateTable('clients')
    .set({
      status: 'active',
      user_id: client.userId,
      timezone: client.timezone,
      accepted_at: toTimestamp(at),
      updated_at: toTimestamp(at),
    })
    .where('id', '=', client.clientId)
    .where('status', '=', 'invited')
    .execute()
  await refuseViolations({ clients_coach_user_unique: 'invitation.used' }, update)
}

/** Marks the invitation of a locked client as declined. */
export async function transitionToDeclined(
  tx: Transaction<DB>,
  clientId: ClientId,
  at: EpochMs,
): Promise<void> {
  await tx
    .updateTable('clients')
    .set({ status: 'declined', updated_at: toTimestamp(at) })
    .where('id', '=', clientId)
    .where('status', '=', 'invited')
    .execute()
}
