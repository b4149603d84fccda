import type { Kysely } from 'kysely'
import type { ClientId, GroupId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import { type Scope, clientOf } from '#server/policy/scope.ts'

/** Whether the client is in the scope. */
export async function hasClient(db: Kysely<DB>, scope: Scope, id: ClientId): Promise<boolean> {
  const clientId = clientOf(scope)
  const client = await db
    .selectFrom('clients')
    .select('id')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .$if(clientId !== undefined, (own) => own.where('id', '=', clientId!))
    .executeTakeFirst()
  return client !== undefined
}

/** Whether the group is in the scope: of the practice; for a client one of their current groups. */
export async function hasGroup(db: Kysely<DB>, scope: Scope, id: GroupId): Promise<boolean> {
  const clientId = clientOf(scope)
  const group = await db
    .selectFrom('groups as g')
    .select('g.id')
    .where('g.coach_id', '=', scope.coachId)
    .where('g.id', '=', id)
    .$if(clientId !== undefined, (own) =>
      own.innerJoin('group_members as m', (join) =>
        join.onRef('m.group_id', '=', 'g.id').on('m.client_id', '=', clientId!).on('m.status', '=', 'active'),
      ),
    )
    .executeTakeFirst()
  return group !== undefined
}
