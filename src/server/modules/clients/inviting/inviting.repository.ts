import { type Transaction, sql } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { CoachScope } from '#server/policy/scope.ts'

/** Which clients: by their ids, their addresses, or both. */
export type ClientKeys = { ids?: readonly ClientId[]; emails?: readonly string[] }

export type LockedClient = Awaited<ReturnType<typeof lockClients>>[number]

/** Those of these clients that the coach has, locked in the order of their ids until the transaction ends. */
export function lockClients(tx: Transaction<DB>, scope: CoachScope, { ids = [], emails = [] }: ClientKeys) {
  return tx
    .selectFrom('clients')
    .where('coach_id', '=', scope.coachId)
    .where((row) =>
      row.or([
        row('id', '=', sql<ClientId>`any(${sql.val([...ids])}::uuid[])`),
        row('email', '=', sql<string>`any(${sql.val([...emails])}::text[])`),
      ]),
    )
    .select(['id', 'email', 'role', 'status', 'invited_at as invitedAt'])
    .orderBy('id')
    .forUpdate()
    .execute()
}
