import { type AliasableExpression, type Kysely, type Transaction, sql } from 'kysely'
import type { ClientId, GroupId, MemorandumId, SessionId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '../../policy/scope.ts'
import { type Memorandum, OPEN_STATUSES } from './memorandums.domain.ts'

/** A memorandum with what it is about, and the occurrence that it brought. */
export type MemorandumRow = Memorandum & {
  id: MemorandumId
  coachId: UserId
  description: string
  clientId: ClientId | null
  groupId: GroupId | null
  sessionId: SessionId | null
  edits: number
  createdAt: EpochMs
  updatedAt: EpochMs
} & Pick<Found, (typeof ABOUT)[number]>

/** A memorandum as it is stored. */
export type StoredMemorandum = Memorandum &
  Pick<
    MemorandumRow,
    'id' | 'description' | 'clientId' | 'groupId' | 'sessionId' | 'edits' | 'createdAt' | 'updatedAt'
  > & { follows?: MemorandumId }

/** A row of `selectMemorandums`. */
type Found = Awaited<ReturnType<ReturnType<typeof selectMemorandums>['executeTakeFirstOrThrow']>>

const ABOUT = [
  'clientName',
  'clientLastName',
  'clientPhotoId',
  'groupName',
  'groupPhotoId',
  'sessionTitle',
  'sessionStartsAt',
  'sessionNumber',
  'sessionClientName',
  'sessionGroupName',
  'nextStatus',
  'nextEdits',
] as const satisfies readonly (keyof Found)[]

/** The zone of a practice's coach. Locked, so that what is written by it is moved when it changes meanwhile. */
export async function lockZone(tx: Transaction<DB>, scope: CoachScope): Promise<string> {
  const { timezone } = await zoneOf(tx, scope).forShare().executeTakeFirstOrThrow()
  return timezone
}

/** The same for a new one: of those that are written at once, each finds the ones before it. */
export async function lockZoneToAdd(tx: Transaction<DB>, scope: CoachScope): Promise<string> {
  const { timezone } = await zoneOf(tx, scope).forNoKeyUpdate().executeTakeFirstOrThrow()
  return timezone
}

function zoneOf(tx: Transaction<DB>, { coachId }: CoachScope) {
  return tx.selectFrom('users').where('id', '=', coachId).select('timezone')
}

/** An equal open one that was written since then, if any; one that another brought does not count. */
export async function findRepeated(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
  { description, dueOn, dueTime, priority, recurrence, clientId, groupId, sessionId }: StoredMemorandum,
  since: EpochMs,
): Promise<MemorandumId | undefined> {
  const found = await tx
    .selectFrom('memorandums')
    .where('coach_id', '=', coachId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', OPEN_STATUSES)
    .where('follows', 'is', null)
    .where('created_at', '>', toTimestamp(since))
    .where('description', '=', description)
    .where('due_on', '=', dueOn)
    .where('due_time', '=', dueTime)
    .where('priority', '=', priority)
    .where('recurrence', '=', recurrence)
    .where('client_id', 'is not distinct from', clientId)
    .where('group_id', 'is not distinct from', groupId)
    .where('session_id', 'is not distinct from', sessionId)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

export async function countOpen(tx: Transaction<DB>, { coachId }: CoachScope): Promise<number> {
  const { open } = await tx
    .selectFrom('memorandums')
    .where('coach_id', '=', coachId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', OPEN_STATUSES)
    .select(sql<number>`count(*)`.as('open'))
    .executeTakeFirstOrThrow()
  return open
}

export async function insertMemorandum(
  tx: Transaction<DB>,
  scope: CoachScope,
  memorandum: StoredMemorandum,
): Promise<void> {
  const { id, follows, createdAt } = memorandum
  await tx
    .insertInto('memorandums')
    .values({
      ...columnsOf(memorandum),
      id,
      coach_id: scope.coachId,
      follows: follows ?? null,
      created_at: toTimestamp(createdAt),
    })
    .execute()
}

export async function updateMemorandum(
  tx: Transaction<DB>,
  scope: CoachScope,
  memorandum: StoredMemorandum,
): Promise<void> {
  await tx
    .updateTable('memorandums')
    .set(columnsOf(memorandum))
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', memorandum.id)
    .execute()
}

/** Moves open memorandums to the zone and instant they have now, all with one statement. */
export async function moveToZone(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
  moved: readonly Pick<MemorandumRow, 'id' | 'timezone' | 'dueAt'>[],
): Promise<void> {
  if (moved.length === 0) return
  const rows = JSON.stringify(moved.map(({ id, timezone, dueAt }) => ({ id, timezone, due: dueAt / 1000 })))
  await sql`
    update memorandums set timezone = moved.timezone, due_at = to_timestamp(moved.due)
    from json_to_recordset(${rows}::json) as moved (id uuid, timezone text, due double precision)
    where memorandums.id = moved.id and memorandums.coach_id = ${coachId}`.execute(tx)
}

export function findMemorandum(
  db: Kysely<DB>,
  scope: CoachScope,
  id: MemorandumId,
): Promise<MemorandumRow | undefined> {
  return one(selectMemorandums(db, scope).where('m.id', '=', id).where('m.deleted_at', 'is', null))
}

/** The memorandum, deleted or not as asked, locked until the transaction ends. */
export function lockMemorandum(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: MemorandumId,
  state: 'kept' | 'deleted' = 'kept',
): Promise<MemorandumRow | undefined> {
  return one(
    selectMemorandums(tx, scope)
      .where('m.id', '=', id)
      .where('m.deleted_at', state === 'kept' ? 'is' : 'is not', null)
      .forUpdate('m'),
  )
}

/** The memorandum, locked; undefined if it is gone, or if another transaction holds it. */
export function lockIfFree(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: MemorandumId,
): Promise<MemorandumRow | undefined> {
  return one(
    selectMemorandums(tx, scope)
      .where('m.id', '=', id)
      .where('m.deleted_at', 'is', null)
      .forUpdate('m')
      .skipLocked(),
  )
}

/** The open memorandums of a practice, locked in the order of their ids: all, or a page of them. */
export async function lockOpen(
  tx: Transaction<DB>,
  scope: CoachScope,
  page?: { after: MemorandumId | undefined; most: number },
): Promise<MemorandumRow[]> {
  const rows = await selectMemorandums(tx, scope)
    .where('m.deleted_at', 'is', null)
    .where('m.status', 'in', OPEN_STATUSES)
    .$if(page?.after !== undefined, (some) => some.where('m.id', '>', page!.after!))
    .$if(page !== undefined, (some) => some.limit(page!.most))
    .orderBy('m.id')
    .forUpdate('m')
    .execute()
  return rows.map(rowOf)
}

export async function markReminded(tx: Transaction<DB>, id: MemorandumId, now: EpochMs): Promise<void> {
  await tx
    .updateTable('memorandums')
    .set({ reminded_at: toTimestamp(now) })
    .where('id', '=', id)
    .execute()
}

/** Deletes one, or puts it back (null). */
export async function setDeleted(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: MemorandumId,
  at: EpochMs | null,
): Promise<void> {
  await tx
    .updateTable('memorandums')
    .set({ deleted_at: at === null ? null : toTimestamp(at) })
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .execute()
}

/**
 * Takes away the occurrence that one brought, if nobody changed it. @returns its id; undefined if it does not exist, null if
 * it was changed
 */
export async function takeNextAway(
  tx: Transaction<DB>,
  scope: CoachScope,
  id: MemorandumId,
): Promise<MemorandumId | undefined | null> {
  const next = await tx
    .selectFrom('memorandums')
    .where('coach_id', '=', scope.coachId)
    .where('follows', '=', id)
    .select(['id', 'status', 'edits'])
    .forUpdate()
    .executeTakeFirst()
  if (!next) return undefined
  if (next.status !== 'pending' || next.edits > 0) return null
  await tx.deleteFrom('memorandums').where('id', '=', next.id).execute()
  return next.id
}

/** Removes at most `most` that were deleted before an instant. @returns how many */
export async function forgetMemorandums(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('memorandums')
    .where('id', 'in', (query) =>
      query.selectFrom('memorandums').where('deleted_at', '<', toTimestamp(before)).select('id').limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Some memorandums of a practice, found before what they are about is joined to them. */
type Chosen = AliasableExpression<{ id: MemorandumId }>

/** The memorandums of a practice, or only the `chosen` ones, with what they are about. */
export function baseOf(db: Kysely<DB>, { coachId }: CoachScope, chosen?: Chosen) {
  return db
    .selectFrom('memorandums as m')
    .$if(chosen !== undefined, (some) => some.innerJoin(chosen!.as('chosen'), 'chosen.id', 'm.id'))
    .leftJoin('clients as client', 'client.id', 'm.client_id')
    .leftJoin('groups as g', 'g.id', 'm.group_id')
    .leftJoin('sessions as s', 's.id', 'm.session_id')
    .where('m.coach_id', '=', coachId)
}

/** All that is read of a memorandum. */
export function selectMemorandums(db: Kysely<DB>, scope: CoachScope, chosen?: Chosen) {
  return baseOf(db, scope, chosen)
    .leftJoin('users as person', 'person.id', 'client.user_id')
    .leftJoin('clients as met', 'met.id', 's.client_id')
    .leftJoin('groups as together', 'together.id', 's.group_id')
    .leftJoin('memorandums as next', 'next.follows', 'm.id')
    .select([
      'm.id',
      'm.coach_id as coachId',
      'm.description',
      'm.due_on as dueOn',
      'm.due_time as dueTime',
      'm.timezone',
      'm.due_at as dueAt',
      'm.priority',
      'm.recurrence',
      'm.anchor_on as anchorOn',
      'm.status',
      'm.postponed_from_on as fromOn',
      'm.postponed_from_time as fromTime',
      'm.postponed_from_reminded_at as fromRemindedAt',
      'm.reminded_at as remindedAt',
      'm.done_at as doneAt',
      'm.client_id as clientId',
      'm.group_id as groupId',
      'm.session_id as sessionId',
      'm.edits',
      'm.created_at as createdAt',
      'm.updated_at as updatedAt',
      'client.name as clientName',
      'client.last_name as clientLastName',
      'g.name as groupName',
      'g.photo_id as groupPhotoId',
      's.title as sessionTitle',
      's.starts_at as sessionStartsAt',
      'met.name as sessionClientName',
      'together.name as sessionGroupName',
      'next.status as nextStatus',
      'next.edits as nextEdits',
    ])
    .select((eb) => [
      eb.fn.coalesce('person.photo_id', 'client.photo_id').as('clientPhotoId'),
      eb
        .fn<number | null>('session_number', ['s.id', 's.client_id', 's.group_id', 's.starts_at', 's.status'])
        .as('sessionNumber'),
    ])
}

async function one(query: ReturnType<typeof selectMemorandums>): Promise<MemorandumRow | undefined> {
  const row = await query.executeTakeFirst()
  return row && rowOf(row)
}

/** A memorandum as the rules read it. */
export function rowOf({ fromOn, fromTime, fromRemindedAt, ...row }: Found): MemorandumRow {
  const postponedFrom =
    fromOn === null || fromTime === null
      ? null
      : { dueOn: fromOn, dueTime: fromTime, remindedAt: fromRemindedAt }
  return { ...row, postponedFrom }
}

function columnsOf(memorandum: StoredMemorandum) {
  const { postponedFrom, remindedAt, doneAt } = memorandum
  const at = (instant: EpochMs | null) => (instant === null ? null : toTimestamp(instant))
  return {
    client_id: memorandum.clientId,
    group_id: memorandum.groupId,
    session_id: memorandum.sessionId,
    description: memorandum.description,
    due_on: memorandum.dueOn,
    due_time: memorandum.dueTime,
    timezone: memorandum.timezone,
    due_at: toTimestamp(memorandum.dueAt),
    priority: memorandum.priority,
    recurrence: memorandum.recurrence,
    anchor_on: memorandum.anchorOn,
    status: memorandum.status,
    postponed_from_on: postponedFrom?.dueOn ?? null,
    postponed_from_time: postponedFrom?.dueTime ?? null,
    postponed_from_reminded_at: at(postponedFrom?.remindedAt ?? null),
    reminded_at: at(remindedAt),
    done_at: at(doneAt),
    edits: memorandum.edits,
    updated_at: toTimestamp(memorandum.updatedAt),
  }
}
