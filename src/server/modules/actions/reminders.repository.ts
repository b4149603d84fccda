import { type Kysely, sql } from 'kysely'
import type { ActionId, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import { OPEN_STATUSES } from './actions.domain.ts'

/** What decides whether and when the owner of an action is reminded of it. */
export type ReminderRow = Awaited<ReturnType<typeof listForReminders>>[number]

/** These actions of any practice, deleted ones too, with the zone of their people: for timers, never for a request. */
export function listForReminders(db: Kysely<DB>, ids: readonly ActionId[]) {
  return selectForReminders(db)
    .where('a.id', '=', sql<ActionId>`any(${sql.val([...ids])}::uuid[])`)
    .execute()
}

/** The dated open actions of an account, in all the practices that coach it. */
export function listOpenOfUser(db: Kysely<DB>, userId: UserId) {
  return selectForReminders(db)
    .where('client.user_id', '=', userId)
    .where('a.status', 'in', OPEN_STATUSES)
    .where('a.due_on', 'is not', null)
    .where('a.deleted_at', 'is', null)
    .execute()
}

function selectForReminders(db: Kysely<DB>) {
  return db
    .selectFrom('actions as a')
    .innerJoin('clients as client', 'client.id', 'a.client_id')
    .leftJoin('users as person', 'person.id', 'client.user_id')
    .select([
      'a.id',
      'a.coach_id as coachId',
      'a.client_id as clientId',
      'a.status',
      'a.due_on as dueOn',
      'a.reminds',
      'client.status as process',
      sql<boolean>`a.deleted_at is not null`.as('isDeleted'),
    ])
    .select((eb) => eb.fn.coalesce('person.timezone', 'client.timezone').as('timezone'))
}
