import { type ExpressionBuilder, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { AttendanceState } from '#contract/sessions/sessions.ts'
import type { ClientId, IsoInstant } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import { toEpochMs } from '#server/platform/postgres/postgres.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'

/** The data around one session, read in the same round trip as the session itself. */
type OfSession = ExpressionBuilder<DB & { s: DB['sessions'] }, 's'>

/** The times the coach proposes, in their order. */
export function proposalsOf(eb: OfSession) {
  return jsonArrayFrom(
    eb
      .selectFrom('session_proposals as p')
      .whereRef('p.session_id', '=', 's.id')
      .orderBy('p.position')
      .select([
        toEpochMs(sql.ref('p.starts_at')).as('startsAt'),
        toEpochMs(sql.ref('p.ends_at')).as('endsAt'),
      ]),
  )
}

/** The first of the times a client can choose from; null in every other state. */
export function firstProposedAt(eb: OfSession) {
  return eb
    .case()
    .when('s.status', '=', 'proposed')
    .then(
      eb
        .selectFrom('session_proposals as p')
        .whereRef('p.session_id', '=', 's.id')
        .select(({ fn }) => fn.min('p.starts_at').as('startsAt')),
    )
    .end()
}

/**
 * The session's number with its client or group, by start; null for a cancelled one (the function of the migrations).
 */
export function sessionNumber(eb: OfSession) {
  return eb.fn<number | null>('session_number', [
    's.id',
    's.client_id',
    's.group_id',
    's.starts_at',
    's.status',
  ])
}

/** The attendance of the viewing client; null for a coach. */
export function ownAttendance(eb: OfSession, scope: Scope) {
  const clientId = clientOf(scope)
  if (clientId === undefined) return sql<AttendanceState | null>`null::text`
  return eb
    .selectFrom('session_attendances as a')
    .whereRef('a.session_id', '=', 's.id')
    .where('a.client_id', '=', clientId)
    .select('a.state')
}

/**
 * The client's last request to move, if the latest event about the time is its decline: by the coach, or by the clock
 * without an answer.
 */
export function declinedMoveOf(eb: OfSession) {
  const last = eb
    .selectFrom('domain_events as e')
    .whereRef('e.coach_id', '=', 's.coach_id')
    .whereRef('e.subject_id', '=', sql<string>`s.id`)
    .where('e.type', 'in', TIME_EVENTS)
    .orderBy('e.occurred_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(1)
    .select(['e.type', 'e.payload', 'e.occurred_at', 'e.actor_user_id'])
  return jsonObjectFrom(
    eb
      .selectFrom(last.as('last'))
      .where('last.type', '=', 'session.move_declined')
      .select([
        sql<IsoInstant>`last.payload ->> 'toStartsAt'`.as('startsAt'),
        toEpochMs(sql.ref('last.occurred_at')).as('at'),
        sql<'coach' | 'clock'>`case when last.actor_user_id is null then 'clock' else 'coach' end`.as('by'),
      ]),
  )
}

/** The events about the time of a session. */
const TIME_EVENTS = [
  'session.confirmed',
  'session.rescheduled',
  'session.move_requested',
  'session.move_declined',
  'session.move_withdrawn',
] as const

/** Whether it is the first session held with this client or group. */
export function isFirst(eb: OfSession) {
  return eb
    .not(
      eb.exists(
        eb
          .selectFrom('sessions as before')
          .whereRef('before.coach_id', '=', 's.coach_id')
          .where('before.status', '=', 'completed')
          .whereRef('before.starts_at', '<', 's.starts_at')
          .where((held) =>
            held.or([
              held('before.client_id', '=', held.ref('s.client_id')),
              held('before.group_id', '=', held.ref('s.group_id')),
            ]),
          )
          .select('before.id'),
      ),
    )
    .$castTo<boolean>()
}

/** The points of the agenda, oldest first; a client may edit their own. */
export function agendaOf(eb: OfSession, scope: Scope) {
  const clientId = clientOf(scope)
  return jsonArrayFrom(
    eb
      .selectFrom('session_agenda_items as i')
      .whereRef('i.session_id', '=', 's.id')
      .where('i.deleted_at', 'is', null)
      .orderBy('i.created_at')
      .orderBy('i.id')
      .select((item) => [
        'i.id',
        'i.text',
        'i.done',
        sql<
          'coach' | 'client'
        >`case when ${item.ref('i.client_id')} is null then 'coach' else 'client' end`.as('addedBy'),
        (clientId === undefined
          ? sql<boolean>`true`
          : sql<boolean>`${item.ref('i.client_id')} is not distinct from ${clientId}`
        ).as('editable'),
      ]),
  )
}

/**
 * Who is expected or has an attendance entry, by name: the client; for a group its members while the session is open,
 * and everybody with an entry. A person who joins later was never expected. A client only gets their own entry.
 */
export function attendanceOf(eb: OfSession, scope: Scope) {
  const clientId = clientOf(scope)
  return jsonArrayFrom(
    eb
      .selectFrom('clients as c')
      .leftJoin('users as u', 'u.id', 'c.user_id')
      .leftJoin('session_attendances as a', (join) =>
        join.onRef('a.client_id', '=', 'c.id').onRef('a.session_id', '=', 's.id'),
      )
      .whereRef('c.coach_id', '=', 's.coach_id')
      .where((person) =>
        person.or([
          person('c.id', '=', person.ref('s.client_id')),
          person('a.client_id', 'is not', null),
          person.and([
            person('s.status', 'in', ['requested', 'proposed', 'confirmed']),
            person.exists(
              person
                .selectFrom('group_members as m')
                .whereRef('m.group_id', '=', 's.group_id')
                .whereRef('m.client_id', '=', 'c.id')
                .where('m.status', '=', 'active')
                .select('m.id'),
            ),
          ]),
        ]),
      )
      .$if(clientId !== undefined, (own) => own.where('c.id', '=', clientId!))
      .orderBy(sql`fold(c.name || ' ' || c.last_name)`)
      .orderBy('c.id')
      .select((person) => [
        'c.id as personId',
        'c.name',
        'c.last_name as lastName',
        person.fn.coalesce('u.photo_id', 'c.photo_id').as('photoId'),
        'a.state',
        'a.reason',
        toEpochMs(sql.ref('a.joined_at')).as('joinedAt'),
        toEpochMs(sql.ref('a.left_at')).as('leftAt'),
      ]),
  )
}

/**
 * Who was in the video room and when, until now or until they were seen last; a client only gets their own. None of a session
 * that is closed: its attendance has what came of it.
 */
export function callStaysOf(eb: OfSession, scope: Scope) {
  const clientId = clientOf(scope)
  return jsonArrayFrom(
    eb
      .selectFrom('call_stays as stay')
      .whereRef('stay.session_id', '=', 's.id')
      .where('s.status', '=', 'confirmed')
      .$if(clientId !== undefined, (own) => own.where('stay.client_id', '=', clientId!))
      .orderBy('stay.joined_at')
      .orderBy('stay.id')
      .select([
        sql<ClientId | null>`stay.client_id`.as('clientId'),
        toEpochMs(sql.ref('stay.joined_at')).as('joinedAt'),
        toEpochMs(sql`coalesce(stay.left_at, stay.seen_at)`).as('leftAt'),
      ]),
  )
}

/** What people wrote before the session; a client only gets their own. */
export function preparationsOf(eb: OfSession, scope: Scope) {
  const clientId = clientOf(scope)
  return jsonArrayFrom(
    eb
      .selectFrom('session_preparations as r')
      .whereRef('r.session_id', '=', 's.id')
      .$if(clientId !== undefined, (own) => own.where('r.client_id', '=', clientId!))
      .orderBy('r.client_id')
      .select(['r.client_id as personId', 'r.answers', toEpochMs(sql.ref('r.updated_at')).as('updatedAt')]),
  )
}

/** The ratings of a session; a client only gets their own. */
export function feedbackOf(eb: OfSession, scope: Scope) {
  const clientId = clientOf(scope)
  return jsonArrayFrom(
    eb
      .selectFrom('session_feedback as f')
      .whereRef('f.session_id', '=', 's.id')
      .$if(clientId !== undefined, (own) => own.where('f.client_id', '=', clientId!))
      .orderBy('f.client_id')
      .select([
        'f.client_id as personId',
        'f.heard',
        'f.focus',
        'f.clarity',
        'f.progress',
        'f.comment',
        toEpochMs(sql.ref('f.updated_at')).as('updatedAt'),
      ]),
  )
}
