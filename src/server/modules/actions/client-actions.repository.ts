import { type Kysely, sql } from 'kysely'
import type { ClientStatus } from '#contract/clients.ts'
import type { ClientId, PageQuery } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Slots } from '#server/platform/postgres/compiled-query.ts'
import { combined, readingOf } from '#server/platform/postgres/reading.ts'
import { type ClientScope, type Scope, clientOf, clientSlots } from '../../policy/scope.ts'
import { OPEN_STATUSES } from './actions.domain.ts'
import { type ActionRow, type OfClient, dueOrder, selectActions } from './actions.repository.ts'

/**
 * A page of a client's actions, open ones first, each part by due date with undated ones last, and the numbers of open,
 * done and all actions, with the state of the process. Undefined if the client is not in the scope.
 */
export async function listOfClient(
  db: Kysely<DB>,
  scope: Scope,
  clientId: ClientId,
  status: 'open' | 'closed' | undefined,
  { direction, items, page }: PageQuery,
): Promise<
  { rows: ActionRow[]; open: number; done: number; all: number; process: ClientStatus } | undefined
> {
  // Chosen first, of nothing but the actions: the sessions since each of the pages before this one are not counted.
  const chosen = db
    .selectFrom('actions as a')
    .where('a.coach_id', '=', scope.coachId)
    .where('a.client_id', '=', clientId)
    .where('a.deleted_at', 'is', null)
    .$if(status === 'open', (some) => some.where('a.status', 'in', OPEN_STATUSES))
    .$if(status === 'closed', (some) => some.where('a.status', 'not in', OPEN_STATUSES))
    .select('a.id')
    .orderBy(dueOrder(direction))
    .limit(items)
    .offset((page - 1) * items)
  const rows = selectActions(db, scope).innerJoin(chosen.as('chosen'), 'chosen.id', 'a.id')
  const [found, count] = await Promise.all([
    rows.orderBy(dueOrder(direction)).execute(),
    countsOfClient(db, scope, clientId).executeTakeFirst(),
  ])
  return count && { rows: found, ...count }
}

/** A client's own first open actions, and their numbers as above; none if the client does not exist. */
export function readOpenOfClient({ coachId, clientId }: ClientScope, most: number) {
  const of = { coachId, clientId }
  return combined({ rows: openOf(of, most), counts: countsOf(of) })
}

const openOf = readingOf((db, slots: Slots<OfClient>, most: number) => {
  return selectActions(db, clientSlots(slots))
    .where('a.deleted_at', 'is', null)
    .where('a.status', 'in', OPEN_STATUSES)
    .orderBy(dueOrder('asc'))
    .limit(most)
})

const countsOf = readingOf((db, slots: Slots<OfClient>) => {
  const scope = clientSlots(slots)
  return countsOfClient(db, scope, scope.clientId)
})

function countsOfClient(db: Kysely<DB>, scope: Scope, clientId: ClientId) {
  return db
    .selectFrom('clients')
    .leftJoin('actions', (join) =>
      join.onRef('actions.client_id', '=', 'clients.id').on('actions.deleted_at', 'is', null),
    )
    .select([
      'clients.status as process',
      sql<number>`count(actions.id) filter (where actions.status in (${sql.join(OPEN_STATUSES)}))`.as('open'),
      sql<number>`count(actions.id) filter (where actions.status = 'done')`.as('done'),
      sql<number>`count(actions.id)`.as('all'),
    ])
    .where('clients.coach_id', '=', scope.coachId)
    .where('clients.id', '=', clientId)
    .$if(clientOf(scope) !== undefined, (own) => own.where('clients.id', '=', clientOf(scope)!))
    .groupBy('clients.id')
}
