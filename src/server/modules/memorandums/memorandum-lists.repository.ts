import { type Kysely, sql } from 'kysely'
import type { MemorandumGroup, MemorandumListQuery } from '#contract/memorandums/memorandums.ts'
import type { SessionId, UserId } from '#contract/values.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { Slots } from '#server/platform/postgres/compiled-query.ts'
import { type Reading, readingOf } from '#server/platform/postgres/reading.ts'
import { type CoachScope, coachSlots } from '../../policy/scope.ts'
import { OPEN_STATUSES, weekEnd } from './memorandums.domain.ts'
import { type MemorandumRow, baseOf, rowOf, selectMemorandums } from './memorandums.repository.ts'

/** Which memorandums a list has; those about a session count as about its client or group. */
export type MemorandumFilter = Pick<
  MemorandumListQuery,
  'search' | 'status' | 'group' | 'priority' | 'clientId' | 'groupId'
> & {
  sessionId?: SessionId
  /** Due in [from, to). */
  due?: { from: EpochMs; to: EpochMs }
}

export type Counts = Record<MemorandumGroup, number>

type Paging = Pick<MemorandumListQuery, 'direction' | 'items' | 'page'>

/**
 * A page, open ones first by their time and then closed ones, latest first; how many there are, and how many in each
 * part of the list without the filter of part and status.
 */
export async function listMemorandums(
  db: Kysely<DB>,
  scope: CoachScope,
  filter: MemorandumFilter,
  { direction, items, page }: Paging,
  today: CalendarDate,
): Promise<{ rows: MemorandumRow[]; total: number; counts: Counts }> {
  const back = direction === 'asc' ? 'desc' : 'asc'
  const isOpen = sql<boolean>`m.status in (${sql.join(OPEN_STATUSES)})`
  const rows = inPart(narrow(selectMemorandums(db, scope), filter), filter, today)
    .orderBy(isOpen, 'desc')
    .orderBy(sql`case when ${isOpen} then m.due_at end`, direction)
    .orderBy(sql`case when not ${isOpen} then coalesce(m.done_at, m.updated_at) end`, back)
    .orderBy('m.id', direction)
    .limit(items)
    .offset((page - 1) * items)
    .execute()
  const part = (group: MemorandumGroup) =>
    sql<number>`count(*) filter (where ${partOf(group, today)})`.as(group)
  const matching = sql<number>`count(*) filter (where ${statusOf(filter.status)} and ${
    filter.group === undefined ? sql`true` : partOf(filter.group, today)
  })`
  const counted = narrow(baseOf(db, scope), filter)
    .select([part('overdue'), part('today'), part('week'), part('later'), part('done')])
    .select(matching.as('total'))
    .executeTakeFirstOrThrow()
  const [found, { total, ...counts }] = await Promise.all([rows, counted])
  return { rows: found.map(rowOf), total, counts }
}

/** Those that match, open ones by their time; at most `most`. */
export async function listSome(
  db: Kysely<DB>,
  scope: CoachScope,
  filter: MemorandumFilter,
  most: number,
): Promise<MemorandumRow[]> {
  const rows = await narrow(selectMemorandums(db, scope), filter)
    .where(statusOf(filter.status))
    .orderBy('m.due_at')
    .orderBy('m.id')
    .limit(most)
    .execute()
  return rows.map(rowOf)
}

/**
 * Open ones that are due on a date, at most `most`, and how many are due on it and before; one query. A row before that
 * date carries the numbers where the date has none.
 */
export function readDay(
  { coachId }: CoachScope,
  today: CalendarDate,
  most: number,
): Reading<{ rows: MemorandumRow[]; today: number; overdue: number }> {
  return dayOf({ coachId, today }, most).map((found) => ({
    rows: found
      .map(({ ofToday: _today, overdue: _overdue, ...row }) => rowOf(row))
      .filter(({ dueOn }) => dueOn === today),
    today: found[0]?.ofToday ?? 0,
    overdue: found[0]?.overdue ?? 0,
  }))
}

const dayOf = readingOf((db, slots: Slots<{ coachId: UserId; today: CalendarDate }>, most: number) => {
  const isOfToday = sql<boolean>`m.due_on = ${slots.today}::date`
  // Chosen first: what they are about is not read for those that only count.
  const chosen = db
    .selectFrom('memorandums as m')
    .where('m.coach_id', '=', slots.coachId)
    .where('m.deleted_at', 'is', null)
    .where(sql<boolean>`m.due_on <= ${slots.today}::date`)
    .where(statusOf('open'))
    .select([
      'm.id',
      sql<number>`count(*) filter (where ${isOfToday}) over ()`.as('ofToday'),
      sql<number>`count(*) filter (where not ${isOfToday}) over ()`.as('overdue'),
    ])
    .orderBy(isOfToday, 'desc')
    .orderBy('m.due_at')
    .orderBy('m.id')
    .limit(most)
  return selectMemorandums(db, coachSlots(slots), chosen)
    .select([sql<number>`chosen."ofToday"`.as('ofToday'), sql<number>`chosen.overdue`.as('overdue')])
    .orderBy(isOfToday, 'desc')
    .orderBy('m.due_at')
    .orderBy('m.id')
})

function narrow<Query extends ReturnType<typeof baseOf>>(query: Query, filter: MemorandumFilter): Query {
  const { search, priority, clientId, groupId, sessionId, due } = filter
  return query
    .where('m.deleted_at', 'is', null)
    .$if(Boolean(search), (some) => some.where(mentions(search ?? '')))
    .$if(priority !== undefined, (some) => some.where('m.priority', '=', priority!))
    .$if(clientId !== undefined || groupId !== undefined || sessionId !== undefined, (some) =>
      some.where((eb) =>
        eb.or([
          ...(clientId === undefined
            ? []
            : [eb('m.client_id', '=', clientId), eb('s.client_id', '=', clientId)]),
          ...(groupId === undefined ? [] : [eb('m.group_id', '=', groupId), eb('s.group_id', '=', groupId)]),
          ...(sessionId === undefined ? [] : [eb('m.session_id', '=', sessionId)]),
        ]),
      ),
    )
    .$if(due !== undefined, (some) =>
      some.where('m.due_at', '>=', toTimestamp(due!.from)).where('m.due_at', '<', toTimestamp(due!.to)),
    ) as Query
}

function inPart<Query extends ReturnType<typeof selectMemorandums>>(
  query: Query,
  { group, status }: MemorandumFilter,
  today: CalendarDate,
): Query {
  return query
    .where(statusOf(status))
    .$if(group !== undefined, (some) => some.where(partOf(group!, today))) as Query
}

/** The words of it, or the name of whom it is about. */
function mentions(search: string) {
  const wanted = sql`fold(${search.normalize('NFC')})`
  return sql<boolean>`(position(${wanted} in fold(m.description)) > 0
    or position(${wanted} in fold(client.name || ' ' || client.last_name)) > 0
    or position(${wanted} in fold(g.name)) > 0)`
}

function statusOf(status: MemorandumFilter['status']) {
  if (status === undefined) return sql<boolean>`true`
  if (status === 'open') return sql<boolean>`m.status in (${sql.join(OPEN_STATUSES)})`
  if (status === 'closed') return sql<boolean>`m.status not in (${sql.join(OPEN_STATUSES)})`
  return sql<boolean>`m.status = ${status}`
}

/** As `groupOf` of the domain. */
function partOf(group: MemorandumGroup, today: CalendarDate) {
  if (group === 'done') return statusOf('closed')
  const open = statusOf('open')
  const end = weekEnd(today)
  switch (group) {
    case 'overdue':
      return sql<boolean>`(${open} and m.due_on < ${today}::date)`
    case 'today':
      return sql<boolean>`(${open} and m.due_on = ${today}::date)`
    case 'week':
      return sql<boolean>`(${open} and m.due_on > ${today}::date and m.due_on <= ${end}::date)`
    case 'later':
      return sql<boolean>`(${open} and m.due_on > ${today}::date and m.due_on > ${end}::date)`
  }
}
