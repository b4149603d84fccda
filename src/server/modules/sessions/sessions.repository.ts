import { type ExpressionBuilder, type Kysely, type Transaction, sql } from 'kysely'
import type { Channel } from '#contract/calendar/calendar.ts'
import { SessionOutcome, type SessionListQuery, type SessionStatus } from '#contract/sessions/sessions.ts'
import type { ClientId, GroupId, PageQuery, SessionId } from '#contract/values.ts'
import { SESSION_MINUTES } from '#contract/sessions/session-minutes.ts'
import { MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'
import { refuseOverlap } from './overlap.repository.ts'
import { ratedSince, waitsForRating } from './records/ratings.repository.ts'
import {
  agendaOf,
  attendanceOf,
  callStaysOf,
  declinedMoveOf,
  feedbackOf,
  firstProposedAt,
  isFirst,
  ownAttendance,
  preparationsOf,
  proposalsOf,
  sessionNumber,
} from './session-parts.repository.ts'
import { concerns, visibleIn } from './session-scope.repository.ts'
import { type SessionSearch, mentions } from './session-words.repository.ts'

/** A session with its participants. */
export type SessionRow = Awaited<ReturnType<typeof lockSession>> & {}

/** A session with its record. `privateNotes` is only read in a coach's scope. */
export type SessionRecord = Awaited<ReturnType<typeof findSession>> & {}

/** One of the tabs of a list: each session is in exactly one (product §9). */
export type SessionTab = NonNullable<SessionListQuery['tab']>

/**
 * Sessions that overlap [from, to) or have a request to move there, in one state or tab, of one client (their groups'
 * included) or one group, found by words; a missing filter does not restrict.
 */
export type SessionFilter = {
  clientId?: ClientId
  groupId?: GroupId
  from?: EpochMs
  to?: EpochMs
  status?: SessionStatus
  /** `toCloseSince` separates future sessions from those that wait to be closed. */
  tab?: { of: SessionTab; toCloseSince: EpochMs }
  /** Those that can be rated at this instant. */
  toRateAt?: EpochMs
  search?: SessionSearch
}

export function findSession(db: Kysely<DB>, scope: Scope, id: SessionId) {
  return selectRecords(db, scope).where('s.id', '=', id).executeTakeFirst()
}

/** Sessions with their records. */
export function selectRecords(db: Kysely<DB>, scope: Scope) {
  return (
    selectSessions(db, scope)
      .select([
        'closing.outcome',
        'closing.real_minutes as realMinutes',
        'closing.summary',
        'closing.corrected_at as correctedAt',
      ])
      .select((eb) => [
        proposalsOf(eb).as('proposals'),
        declinedMoveOf(eb).as('declinedMove'),
        isFirst(eb).as('first'),
        agendaOf(eb, scope).as('agenda'),
        attendanceOf(eb, scope).as('attendance'),
        callStaysOf(eb, scope).as('callStays'),
        preparationsOf(eb, scope).as('preparations'),
        feedbackOf(eb, scope).as('feedback'),
      ])
      // The private notes have a separate table, which a client's query never uses (product §20).
      .$if(clientOf(scope) === undefined, (coachs) =>
        coachs
          .leftJoin('session_private_notes as notes', 'notes.session_id', 's.id')
          .select('notes.body as privateNotes'),
      )
  )
}

/** The session without its record. */
export function findRow(db: Kysely<DB>, scope: Scope, id: SessionId) {
  return selectSessions(db, scope).where('s.id', '=', id).executeTakeFirst()
}

/**
 * The session, locked until the transaction ends. It is read after locking, because related rows (proposed times,
 * closing) would otherwise be from before the wait.
 */
export async function lockSession(tx: Transaction<DB>, scope: Scope, id: SessionId) {
  await tx
    .selectFrom('sessions')
    .select('id')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  return findRow(tx, scope, id)
}

/** A page by start, and how many there are in all. */
export async function listSessions(
  db: Kysely<DB>,
  scope: Scope,
  filter: SessionFilter,
  { direction, items, page }: PageQuery,
): Promise<{ rows: SessionRow[]; total: number }> {
  const matching = narrow(selectSessions(db, scope), scope, filter).clearSelect()
  // Chosen first: numbering the sessions of all pages before this one took seconds on a late page.
  const chosen = matching
    .select(['s.id', sql<number>`count(*) over ()`.as('total')])
    .orderBy('s.starts_at', direction)
    .orderBy('s.id', direction)
    .limit(items)
    .offset((page - 1) * items)
  const rows = await selectSessions(db, scope)
    .innerJoin(chosen.as('chosen'), 'chosen.id', 's.id')
    .select('chosen.total')
    .orderBy('s.starts_at', direction)
    .orderBy('s.id', direction)
    .execute()
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 }
  // A page beyond the last has no row with the count.
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** The columns to write besides the state; a missing one is kept, null clears it. */
export type SessionChange = {
  startsAt?: EpochMs
  endsAt?: EpochMs
  title?: string
  objective?: string | null
  channel?: Channel
  meetingUrl?: string | null
  place?: string | null
  askedAt?: EpochMs
  /**
   * The time of the client's request to move. Any change of the time, and leaving `confirmed`, ends an earlier request.
   */
  moveRequest?: { startsAt: EpochMs; endsAt: EpochMs; at: EpochMs } | null
  cancellation?: { by: 'coach' | 'client'; reason: string; late: boolean }
}

/** States of cancelled sessions; calendar programs learn of them by a higher sequence (RFC 5545 §3.8.7.4). */
const OFF: readonly SessionStatus[] = ['cancelledByClient', 'cancelledByCoach', 'rejected', 'expired']

/**
 * Changes a session's state from the one that was read; false if it has changed meanwhile. Its sequence grows with
 * every change of time, link or place, and with a cancellation.
 * @throws Refusal `session.overlap` by the database constraints on sessions and held times
 */
export async function transitionSession(
  tx: Transaction<DB>,
  id: SessionId,
  from: SessionStatus,
  to: SessionStatus,
  change: SessionChange,
  now: EpochMs,
): Promise<boolean> {
  const { cancellation, moveRequest, askedAt } = change
  const where = {
    starts_at: change.startsAt && toTimestamp(change.startsAt),
    ends_at: change.endsAt && toTimestamp(change.endsAt),
    channel: change.channel,
    meeting_url: change.meetingUrl,
    place: change.place,
  }
  const endsMove = moveRequest === null || to !== 'confirmed' || change.startsAt !== undefined
  const update = tx
    .updateTable('sessions')
    .set({
      ...where,
      status: to,
      sequence: sql<number>`sequence + (${OFF.includes(to) ? sql`true` : differs(where)})::int`,
      title: change.title,
      objective: change.objective,
      asked_at: askedAt && toTimestamp(askedAt),
      ...(endsMove && { move_starts_at: null, move_ends_at: null, move_asked_at: null }),
      ...(moveRequest && {
        move_starts_at: toTimestamp(moveRequest.startsAt),
        move_ends_at: toTimestamp(moveRequest.endsAt),
        move_asked_at: toTimestamp(moveRequest.at),
      }),
      ...(cancellation && {
        cancelled_by: cancellation.by,
        cancelled_at: toTimestamp(now),
        cancel_reason: cancellation.reason,
        cancel_late: cancellation.late,
      }),
      updated_at: toTimestamp(now),
    })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst()
  const { numUpdatedRows } = await refuseOverlap(update)
  return numUpdatedRows === 1n
}

/** Whether any of the given columns changes. */
function differs(columns: Record<string, unknown>) {
  const changed = Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`)
  return changed.length === 0 ? sql`false` : sql`(${sql.join(changed, sql` or `)})`
}

/** The base of every query of sessions: within the scope, with the names and zones of both sides. */
export function selectSessions(db: Kysely<DB>, scope: Scope) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as coach', 'coach.id', 's.coach_id')
    .innerJoin('calendars', 'calendars.coach_id', 's.coach_id')
    .leftJoin('clients as client', 'client.id', 's.client_id')
    .leftJoin('users as person', 'person.id', 'client.user_id')
    .leftJoin('groups as g', 'g.id', 's.group_id')
    .leftJoin('session_closings as closing', 'closing.session_id', 's.id')
    .where((eb) => visibleIn(eb, scope))
    .select([
      's.id',
      's.coach_id as coachId',
      's.type',
      's.client_id as clientId',
      's.group_id as groupId',
      's.series_id as seriesId',
      's.title',
      's.objective',
      's.starts_at as startsAt',
      's.ends_at as endsAt',
      's.timezone',
      's.channel',
      's.meeting_url as meetingUrl',
      's.place',
      's.status',
      's.sequence',
      's.asked_at as askedAt',
      's.move_starts_at as moveStartsAt',
      's.move_ends_at as moveEndsAt',
      's.move_asked_at as moveAskedAt',
      's.cancelled_by as cancelledBy',
      's.cancelled_at as cancelledAt',
      's.cancel_reason as cancelReason',
      's.cancel_late as cancelLate',
      's.created_at as createdAt',
      's.updated_at as updatedAt',
      'calendars.cancel_notice_min as cancelNoticeMin',
      'coach.name as coachName',
      'coach.last_name as coachLastName',
      'coach.timezone as coachTimezone',
      'coach.photo_id as coachPhotoId',
      'closing.closed_at as closedAt',
      'client.name as clientName',
      'client.last_name as clientLastName',
      'g.name as groupName',
      'g.photo_id as groupPhotoId',
      'g.status as groupStatus',
    ])
    .select((eb) => [
      eb.fn.coalesce('person.timezone', 'client.timezone').as('clientTimezone'),
      eb.fn.coalesce('person.language', 'coach.language').as('clientLanguage'),
      eb.fn.coalesce('person.photo_id', 'client.photo_id').as('clientPhotoId'),
      sessionNumber(eb).as('number'),
      firstProposedAt(eb).as('firstProposedAt'),
      ownAttendance(eb, scope).as('ownAttendance'),
      processOf(eb, scope).as('process'),
    ])
}

/** The status of the viewing client's process; for a coach, of the session's client. */
function processOf(eb: ExpressionBuilder<DB & { s: DB['sessions'] }, 's'>, scope: Scope) {
  return eb
    .selectFrom('clients as whose')
    .where('whose.id', '=', clientOf(scope) ?? eb.ref('s.client_id'))
    .select('whose.status')
}

function narrow<Query extends ReturnType<typeof selectSessions>>(
  query: Query,
  scope: Scope,
  filter: SessionFilter,
) {
  const { clientId, groupId, from, to, status, tab, toRateAt, search } = filter
  return query
    .$if(clientId !== undefined, (one) => one.where((eb) => concerns(eb, scope, clientId!)))
    .$if(groupId !== undefined, (one) => one.where('s.group_id', '=', groupId!))
    .$if(from !== undefined || to !== undefined, (some) => some.where((eb) => standsIn(eb, from, to)))
    .$if(status !== undefined, (some) => some.where('s.status', '=', status!))
    .$if(tab !== undefined, (some) => some.where((eb) => inTab(eb, tab!)))
    .$if(toRateAt !== undefined, (some) => some.where((eb) => canBeRated(eb, scope, toRateAt!)))
    .$if(search !== undefined, (some) => some.where((eb) => mentions(eb, scope, search!)))
}

function canBeRated(eb: ExpressionBuilder<DB & { s: DB['sessions'] }, 's'>, scope: Scope, now: EpochMs) {
  return waitsForRating(eb, scope, { now: toTimestamp(now), since: toTimestamp(ratedSince(now)) })
}

/** Inside [from, to); with both ends also by the held time of a request to move. */
function standsIn(
  eb: ExpressionBuilder<DB & { s: DB['sessions'] }, 's'>,
  from: EpochMs | undefined,
  to: EpochMs | undefined,
) {
  const own = eb.and([
    ...(from === undefined
      ? []
      : [
          eb('s.ends_at', '>', toTimestamp(from)),
          // Redundant, because no session is longer, but it lets PostgreSQL use the indexes on this column.
          eb('s.starts_at', '>', toTimestamp(epochMs(from - SESSION_MINUTES.max * MINUTE_MS))),
        ]),
    ...(to === undefined ? [] : [eb('s.starts_at', '<', toTimestamp(to))]),
  ])
  if (from === undefined || to === undefined) return own
  // The same expression as in the constraint on held times, whose index is used.
  const held = sql<boolean>`(s.move_starts_at is not null
    and tstzrange(s.move_starts_at, s.move_ends_at) && tstzrange(${toTimestamp(from)}, ${toTimestamp(to)}))`
  return eb.or([own, held])
}

function inTab(
  eb: ExpressionBuilder<DB & { s: DB['sessions'] }, 's'>,
  { of, toCloseSince }: NonNullable<SessionFilter['tab']>,
) {
  const confirmed = eb('s.status', '=', 'confirmed')
  switch (of) {
    case 'coming':
      return eb.or([
        eb('s.status', 'in', ['requested', 'proposed']),
        eb.and([confirmed, eb('s.ends_at', '>', toTimestamp(toCloseSince))]),
      ])
    case 'toClose':
      return eb.and([confirmed, eb('s.ends_at', '<=', toTimestamp(toCloseSince))])
    case 'past':
      return eb('s.status', 'in', SessionOutcome.options)
    case 'cancelled':
      return eb('s.status', 'in', OFF)
  }
}
