import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { epochMs, type EpochMs } from '#time/clock.ts'
import type { TimestampParam } from '#server/db/columns.ts'
import type { DB } from '#server/db/schema.ts'
import { type Scope, clientOf } from '#server/policy/scope.ts'
import { RATING_MS } from '../lifecycle.domain.ts'

/** A session that ended before this cannot be rated any more at an instant. */
export function ratedSince(now: EpochMs): EpochMs {
  return epochMs(now - RATING_MS)
}

/**
 * Sessions that are over, and that the viewing client can rate at `now` and has not rated: the command `rate` of the
 * lifecycle in SQL. A coach rates nothing.
 */
export function waitsForRating(
  eb: ExpressionBuilder<DB & { s: DB['sessions'] }, 's'>,
  scope: Scope,
  { now, since }: { now: RawBuilder<TimestampParam>; since: RawBuilder<TimestampParam> },
) {
  const clientId = clientOf(scope)
  if (clientId === undefined) return sql<boolean>`false`
  const closedAt = eb
    .selectFrom('session_closings as c')
    .whereRef('c.session_id', '=', 's.id')
    .select('c.closed_at')
  const over = sql<boolean>`(s.ends_at <= ${now} or ${closedAt} is not null)`
  const inTime = sql<boolean>`greatest(s.ends_at, ${closedAt}) > ${since}`
  const attendance = eb
    .selectFrom('session_attendances as a')
    .whereRef('a.session_id', '=', 's.id')
    .where('a.client_id', '=', clientId)
  const isMissing = eb.exists(attendance.where('a.state', 'in', ['absent', 'excused']).select('a.state'))
  const isNoted = eb.exists(attendance.select('a.state'))
  const isRated = eb.exists(
    eb
      .selectFrom('session_feedback as f')
      .whereRef('f.session_id', '=', 's.id')
      .where('f.client_id', '=', clientId)
      .select('f.session_id'),
  )
  return eb.and([
    eb('s.status', 'in', ['confirmed', 'completed']),
    over,
    inTime,
    eb.not(isMissing),
    // A group's record has everybody who was expected.
    eb.or([eb('s.type', '=', 'Client'), eb('s.status', '=', 'confirmed'), isNoted]),
    eb.not(isRated),
  ])
}
