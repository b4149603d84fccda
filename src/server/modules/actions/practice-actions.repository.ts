import { type Kysely, sql } from 'kysely'
import type { PracticeActionsQuery } from '#contract/actions/actions.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { literals } from '#server/platform/postgres/compiled-query.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '../../policy/scope.ts'
import { OPEN_STATUSES } from './actions.domain.ts'
import { selectActions } from './actions.repository.ts'

/** An action with its person and its group, as the list of the whole practice shows it. */
export type PracticeActionRow = Awaited<ReturnType<typeof listOfPractice>>['rows'][number]

// As literals, because the index of open actions is about these.
const isOpen = sql<boolean>`(a.status in (${literals(OPEN_STATUSES)}))`

/**
 * A page of the practice's actions and how many there are: open ones by due date with undated ones last, overdue ones the
 * longest first, closed ones the latest first. A search finds words of the action and of its person's name.
 */
export async function listOfPractice(
  db: Kysely<DB>,
  scope: CoachScope,
  { status, clientId, groupId, goalId, search, items, page, direction }: PracticeActionsQuery,
  now: EpochMs,
) {
  const matching = db
    .selectFrom('actions as a')
    // Left out by PostgreSQL where no filter is about them, so that a page is read from an index in its order.
    .leftJoin('clients as client', 'client.id', 'a.client_id')
    .leftJoin('users as person', 'person.id', 'client.user_id')
    .where('a.coach_id', '=', scope.coachId)
    .where('a.deleted_at', 'is', null)
    .where('a.client_id', 'not in', (eb) =>
      eb
        .selectFrom('clients as gone')
        .where('gone.coach_id', '=', scope.coachId)
        .where('gone.status', '=', sql.lit('archived' as const))
        .select('gone.id'),
    )
    .where(status === 'closed' ? sql<boolean>`not ${isOpen}` : isOpen)
    .$if(status === 'overdue', (some) =>
      some.where(
        sql<boolean>`a.due_on < (${toTimestamp(now)} at time zone coalesce(person.timezone, client.timezone))::date`,
      ),
    )
    .$if(clientId !== undefined, (some) => some.where('a.client_id', '=', clientId!))
    .$if(groupId !== undefined, (some) => some.where('a.group_id', '=', groupId!))
    .$if(goalId !== undefined, (some) =>
      some.where('a.goal_id', 'in', (eb) =>
        eb
          .selectFrom('goals as goal')
          .where('goal.id', '=', goalId!)
          .where('goal.deleted_at', 'is', null)
          .select('goal.id'),
      ),
    )
    .$if(Boolean(search), (some) =>
      some.where(
        sql<boolean>`position((select fold(${search})) in fold(concat_ws(' ', a.text, client.name, client.last_name))) > 0`,
      ),
    )
  const first = direction === 'asc'
  const byAge = sql`coalesce(a.completed_at, a.updated_at)`
  const byDate = sql`a.due_on ${sql.raw(direction)} nulls last`
  const order = status === 'closed' ? sql`${byAge} ${sql.raw(first ? 'desc' : 'asc')}` : byDate
  const inOrder = sql`${order}, a.id ${sql.raw(direction)}`
  // Chosen first: the sessions since each of the pages before this one are not counted.
  const chosen = matching
    .select('a.id')
    .orderBy(inOrder)
    .limit(items)
    .offset((page - 1) * items)
  const rows = selectActions(db, scope)
    .innerJoin(chosen.as('chosen'), 'chosen.id', 'a.id')
    .leftJoin('groups as given', 'given.id', 'a.group_id')
    .select(['client.name', 'client.last_name as lastName', 'given.name as groupName'])
    .select((eb) => eb.fn.coalesce('person.photo_id', 'client.photo_id').as('photoId'))
    .orderBy(inOrder)
    .execute()
  const count = matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const [found, { total }] = await Promise.all([rows, count])
  return { rows: found, total }
}
