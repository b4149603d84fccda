import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { SessionStatus } from '#contract/sessions/sessions.ts'
import type { SessionId } from '#contract/values.ts'
import { DAY_MS, epochMs, type EpochMs } from '#time/clock.ts'
import type { Interval } from '#time/interval.ts'
import type { DB } from '#server/db/schema.ts'
import { toEpochMs, toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Scope, clientOf } from '#server/policy/scope.ts'
import type { Untitled } from '#server/modules/titles/titles.domain.ts'
import type { Calendar } from '../calendars.domain.ts'
import { calendarOf } from '../calendars.repository.ts'
import { type EndlessBlocks, blocksBetween } from '../endless/endless-blocks.domain.ts'
import { endlessBetween } from '../endless/endless-blocks.repository.ts'
import {
  COUNTED_STATUSES,
  REACH_MS,
  type Taken,
  type TakenTime,
  rangeThatMatters,
} from './taken-time.domain.ts'

/** Instants of starts, `to` excluded. */
export type StartRange = { from: EpochMs; to: EpochMs }

/**
 * Everything that decides which starts of a range are offered, in one round trip. A client's scope reads it too: only
 * times, of the whole practice.
 */
export async function findTaken(db: Kysely<DB>, scope: Scope, range: StartRange): Promise<Taken> {
  const { overrides, times, endless } = await db
    .selectNoFrom([
      overridesIn(db, scope, range).as('overrides'),
      timesIn(db, scope, range).as('times'),
      endlessIn(db, scope, range).as('endless'),
    ])
    .executeTakeFirstOrThrow()
  return { overrides, times: [...times, ...takenByEndless(endless, scope, range)] }
}

/** The calendar with its taken time, in one round trip; undefined if it is not in the scope. */
export async function findCalendarAndTaken(
  db: Kysely<DB>,
  scope: Scope,
  range: StartRange,
): Promise<{ calendar: Calendar; taken: Taken } | undefined> {
  const row = await calendarOf(db, scope)
    .select([
      overridesIn(db, scope, range).as('overrides'),
      timesIn(db, scope, range).as('times'),
      endlessIn(db, scope, range).as('endless'),
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const { overrides, times, endless, ...calendar } = row
  return { calendar, taken: { overrides, times: [...times, ...takenByEndless(endless, scope, range)] } }
}

/** The present time of a session that is to be moved; undefined if it is not in the scope. */
export function findMoved(db: Kysely<DB>, scope: Scope, id: SessionId): Promise<Interval | undefined> {
  const clientId = clientOf(scope)
  return db
    .selectFrom('sessions')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .$if(clientId !== undefined, (own) => own.where('client_id', '=', clientId!))
    .select([toEpochMs(sql.ref('starts_at')).as('startsAt'), toEpochMs(sql.ref('ends_at')).as('endsAt')])
    .executeTakeFirst()
}

/** Overrides of every date that the range has in any zone, and of the adjacent dates. */
function overridesIn(db: Kysely<DB>, scope: Scope, { from, to }: StartRange) {
  const dateAt = (at: number) => sql<string>`(${toTimestamp(epochMs(at))} at time zone 'UTC')::date`
  return jsonArrayFrom(
    db
      .selectFrom('date_overrides')
      .where('coach_id', '=', scope.coachId)
      .where(sql<boolean>`on_date between ${dateAt(from - 3 * DAY_MS)} and ${dateAt(to + 3 * DAY_MS)}`)
      .orderBy('on_date')
      .select(['on_date as date', 'windows']),
  )
}

/** How far around the starts of a range taken time can conflict with their sessions. */
function nearby({ from, to }: StartRange): StartRange {
  return { from: epochMs(from - REACH_MS), to: epochMs(to + REACH_MS) }
}

function endlessIn(db: Kysely<DB>, scope: Scope, range: StartRange) {
  const near = nearby(range)
  return jsonArrayFrom(endlessBetween(db, scope, near.from, near.to))
}

function takenByEndless(endless: readonly EndlessBlocks[], scope: Scope, range: StartRange): TakenTime[] {
  const near = nearby(range)
  const titled = clientOf(scope) === undefined
  return endless
    .flatMap((series) => blocksBetween(series, near.from, near.to))
    .map(({ title, startsAt, endsAt }) => ({
      kind: 'block',
      sessionId: null,
      title: titled ? title : null,
      untitled: null,
      startsAt,
      endsAt,
      status: null,
    }))
}

function timesIn(db: Kysely<DB>, scope: Scope, range: StartRange) {
  const counted = rangeThatMatters(range.from, range.to)
  const near = nearby(range)
  const titled = clientOf(scope) === undefined
  const sessions = db
    .selectFrom('sessions')
    .where('coach_id', '=', scope.coachId)
    .where('starts_at', '>=', toTimestamp(counted.from))
    .where('starts_at', '<', toTimestamp(counted.to))
    .where('status', 'in', COUNTED_STATUSES)
    .select(asTaken('session', titled, { sessionId: 'id', status: 'status' }))
    .select(untitledOf(titled).as('untitled'))
  const moves = db
    .selectFrom('sessions')
    .where('coach_id', '=', scope.coachId)
    .where('move_starts_at', '<', toTimestamp(near.to))
    .where('move_ends_at', '>', toTimestamp(near.from))
    .select(asTaken('move', titled, { sessionId: 'id', startsAt: 'move_starts_at', endsAt: 'move_ends_at' }))
    .select(untitledOf(titled).as('untitled'))
  const blocks = db
    .selectFrom('time_blocks')
    .where('coach_id', '=', scope.coachId)
    .where('deleted_at', 'is', null)
    .where('starts_at', '<', toTimestamp(near.to))
    .where('ends_at', '>', toTimestamp(near.from))
    .select(asTaken('block', titled, {}))
    .select(untitledOf(false).as('untitled'))
  const external = db
    .selectFrom('external_busy')
    .where('coach_id', '=', scope.coachId)
    .where('starts_at', '<', toTimestamp(near.to))
    .where('ends_at', '>', toTimestamp(near.from))
    .select(asTaken('external', titled, {}))
    .select(untitledOf(false).as('untitled'))
  return jsonArrayFrom(sessions.unionAll(moves).unionAll(blocks).unionAll(external))
}

type Columns = { sessionId?: string; status?: string; startsAt?: string; endsAt?: string }

/** The columns of a TakenTime; null for those a source does not have. */
function asTaken(kind: TakenTime['kind'], titled: boolean, columns: Columns) {
  const { sessionId, status, startsAt = 'starts_at', endsAt = 'ends_at' } = columns
  const orNull = <Value>(column: string | undefined) =>
    column === undefined ? sql<Value | null>`null` : sql<Value | null>`${sql.ref(column)}`
  return [
    sql<TakenTime['kind']>`${sql.lit(kind)}`.as('kind'),
    orNull<SessionId>(sessionId).as('sessionId'),
    orNull<string>(titled ? 'title' : undefined).as('title'),
    toEpochMs(sql.ref(startsAt)).as('startsAt'),
    toEpochMs(sql.ref(endsAt)).as('endsAt'),
    orNull<SessionStatus>(status).as('status'),
  ] as const
}

/** Name and number for the default title of a session without a title. */
function untitledOf(titled: boolean) {
  if (!titled) return sql<Untitled | null>`null::json`
  return sql<Untitled | null>`case when title is null then json_build_object(
    'number', session_number(sessions.id, client_id, group_id, starts_at, status),
    'name', coalesce(
      (select g.name from groups g where g.id = group_id), (select c.name from clients c where c.id = client_id)))
    end`
}
