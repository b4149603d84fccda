import { type ExpressionBuilder, type Kysely, type QueryCreator, sql } from 'kysely'
import type { NotificationBody, NotificationType } from '#contract/notifications.ts'
import type {
  ClientId,
  MembershipId,
  NotificationId,
  PageQuery,
  SessionId,
  UserId,
} from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** Whose list it is: a membership, for a client with their record. */
export type NotificationOwner = { membershipId: MembershipId; clientId?: ClientId }

const columns = ['id', 'type', 'body', 'created_at as createdAt', 'read_at as readAt'] as const

/** A notification as its owner sees it. */
export type NotificationRow = NonNullable<Awaited<ReturnType<typeof markRead>>>

/** The recipient, and the contents. */
export type NewNotification = {
  id: NotificationId
  userId: UserId
  membershipId: MembershipId
  type: NotificationType
  body: NotificationBody
}

/**
 * Inserts a notification for the row of `marked`; false if there is no row, because the notification was sent before.
 */
export async function insertNotification(
  marking: QueryCreator<DB & { marked: { key: string } }>,
  { id, userId, membershipId, type, body }: NewNotification,
  now: EpochMs,
): Promise<boolean> {
  const inserted = await marking
    .insertInto('notifications')
    .columns(['id', 'user_id', 'membership_id', 'type', 'body', 'created_at'])
    .expression((query) =>
      query
        .selectFrom('marked')
        .select([
          sql<NotificationId>`${id}::uuid`.as('id'),
          sql<UserId>`${userId}::uuid`.as('user_id'),
          sql<MembershipId>`${membershipId}::uuid`.as('membership_id'),
          sql<string>`${type}::text`.as('type'),
          sql<string>`${JSON.stringify(body)}::jsonb`.as('body'),
          toTimestamp(now).as('created_at'),
        ]),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The notification of a type that was stored for a membership at an instant; undefined if it was deleted since. */
export function findNotificationOf(
  db: Kysely<DB>,
  { membershipId, type, at }: { membershipId: MembershipId; type: NotificationType; at: EpochMs },
) {
  return db
    .selectFrom('notifications')
    .where('membership_id', '=', membershipId)
    .where('created_at', '=', toTimestamp(at))
    .where('type', '=', type)
    .where('deleted_at', 'is', null)
    .select(columns)
    .executeTakeFirst()
}

/**
 * A page of an owner's notifications by age, and how many there are in all. Deleted ones are left out, and those about
 * a group that the client is no longer a member of (product §7: leaving ends access at once).
 */
export async function listNotifications(
  db: Kysely<DB>,
  owner: NotificationOwner,
  { pending }: { pending: boolean },
  { direction, items, page }: PageQuery,
): Promise<{ rows: NotificationRow[]; total: number }> {
  const matching = db
    .selectFrom('notifications')
    .where((eb) => isOn(eb, owner))
    .where('deleted_at', 'is', null)
    .$if(pending, (unread) => unread.where('read_at', 'is', null))
  const rows = await matching
    .select(columns)
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(items)
    .offset((page - 1) * items)
    .execute()
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 }
  // A page beyond the last has no row with the count.
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Marks one as read; undefined if it is not on the list, or is read already. */
export function markRead(db: Kysely<DB>, owner: NotificationOwner, id: NotificationId, now: EpochMs) {
  return db
    .updateTable('notifications')
    .set({ read_at: toTimestamp(now) })
    .where('id', '=', id)
    .where((eb) => isOn(eb, owner))
    .where('deleted_at', 'is', null)
    .where('read_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Marks all of the list as read; undefined if none was unread. */
export async function markAllRead(
  db: Kysely<DB>,
  owner: NotificationOwner,
  now: EpochMs,
): Promise<true | undefined> {
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ read_at: toTimestamp(now) })
    .where((eb) => isOn(eb, owner))
    .where('deleted_at', 'is', null)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0 || undefined
}

/** Deletes one (`now`) or restores it (null). Undefined if it does not exist, or is so already. */
export function setDeleted(db: Kysely<DB>, owner: NotificationOwner, id: NotificationId, at: EpochMs | null) {
  return db
    .updateTable('notifications')
    .set({ deleted_at: at === null ? null : toTimestamp(at) })
    .where('id', '=', id)
    .where((eb) => isOn(eb, owner))
    .where('deleted_at', at === null ? 'is not' : 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** One of the list or, unless told, one that was deleted from it. */
export function findNotification(
  db: Kysely<DB>,
  owner: NotificationOwner,
  id: NotificationId,
  { includesDeleted = true } = {},
) {
  return db
    .selectFrom('notifications')
    .where('id', '=', id)
    .where((eb) => isOn(eb, owner))
    .$if(!includesDeleted, (listed) => listed.where('deleted_at', 'is', null))
    .select(columns)
    .executeTakeFirst()
}

/** On this list, and not about a group that its owner has no access to any more. */
function isOn(eb: ExpressionBuilder<DB, 'notifications'>, { membershipId, clientId }: NotificationOwner) {
  const own = eb('notifications.membership_id', '=', membershipId)
  if (clientId === undefined) return own
  // By the session: not every earlier row has the group.
  const ofGroupLeft = eb
    .selectFrom('sessions as s')
    .where('s.id', '=', sql<SessionId>`(notifications.body ->> 'sessionId')::uuid`)
    .where('s.group_id', 'is not', null)
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('group_members as m')
            .select('m.client_id')
            .whereRef('m.group_id', '=', 's.group_id')
            .where('m.client_id', '=', clientId)
            .where('m.status', '=', 'active'),
        ),
      ),
    )
    .select('s.id')
  return eb.and([own, eb.not(eb.exists(ofGroupLeft))])
}

/**
 * The two recipients of an event, with their addresses: the coach, and the client if given. A client without an account
 * is reached through the coach's record, in the coach's language.
 */
export function findRecipients(db: Kysely<DB>, coachId: UserId, clientId: ClientId | null) {
  return (
    db
      .selectFrom('users as coach')
      .innerJoin('memberships as coachs', (join) =>
        join
          .onRef('coachs.user_id', '=', 'coach.id')
          .onRef('coachs.coach_id', '=', 'coach.id')
          .on('coachs.user_type', '=', 'coach'),
      )
      .leftJoin('clients as client', (join) =>
        join.onRef('client.coach_id', '=', 'coach.id').on('client.id', '=', clientId),
      )
      .leftJoin('users as person', 'person.id', 'client.user_id')
      // By all three columns of memberships_unique, so that its index finds the one row.
      .leftJoin('memberships as clients', (join) =>
        join
          .onRef('clients.user_id', '=', 'client.user_id')
          .onRef('clients.coach_id', '=', 'client.coach_id')
          .onRef('clients.client_id', '=', 'client.id'),
      )
      .where('coach.id', '=', coachId)
      .select([
        'coach.email as coachEmail',
        'coach.name as coachName',
        'coach.last_name as coachLastName',
        'coach.language as coachLanguage',
        'coach.timezone as coachTimezone',
        'coachs.id as coachMembershipId',
        'client.id as clientId',
        'client.name as clientName',
        'client.last_name as clientLastName',
        'person.id as clientUserId',
        'clients.id as clientMembershipId',
      ])
      .select((eb) => [
        eb.fn.coalesce('person.email', 'client.email').as('clientEmail'),
        eb.fn.coalesce('person.timezone', 'client.timezone').as('clientTimezone'),
        eb.fn.coalesce('person.language', 'coach.language').as('clientLanguage'),
        // An archived client is still told that their sessions are cancelled.
        eb
          .case()
          .when(eb.fn.coalesce('client.archived_from', 'client.status'), '=', 'invited')
          .then(eb.ref('client.invited_at'))
          .end()
          .as('clientInvitedAt'),
      ])
      .executeTakeFirst()
  )
}

/** All memberships of a practice: the coach's and those of clients with an account. */
export async function listMemberships(db: Kysely<DB>, coachId: UserId): Promise<MembershipId[]> {
  const rows = await db.selectFrom('memberships').where('coach_id', '=', coachId).select('id').execute()
  return rows.map(({ id }) => id)
}
