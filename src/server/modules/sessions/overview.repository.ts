import { type Kysely, sql } from 'kysely'
import type { SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '../../platform/postgres.ts'
import { type CoachScope, type Scope, clientOf } from '../../policy/scope.ts'
import { COUNTED_STATUSES } from '../calendars/calendars.domain.ts'
import { type SessionRow, selectSessions } from './sessions.repository.ts'

type Range = { from: EpochMs; to: EpochMs }

/**
 * More than fit on a dashboard; a practice with more has a longer list elsewhere. What was never closed piles up for
 * years, so it comes last and never pushes out what is ahead.
 */
const MOST = 200

/**
 * What a dashboard shows of sessions, by start: what waits for an answer, the next one that stands, and for a coach
 * what waits to be closed (ended by `toCloseSince`) and all of today's.
 */
export function listCurrent(
  db: Kysely<DB>,
  scope: Scope,
  now: EpochMs,
  coachs?: { toCloseSince: EpochMs; today: Range },
): Promise<SessionRow[]> {
  const clientId = clientOf(scope)
  const next = db
    .selectFrom('sessions as n')
    .select('n.id')
    .where('n.coach_id', '=', scope.coachId)
    .where('n.status', '=', 'confirmed')
    .where('n.ends_at', '>', toTimestamp(now))
    .$if(clientId !== undefined, (own) => own.where('n.client_id', '=', clientId!))
    .orderBy('n.starts_at')
    .limit(1)
  const current = selectSessions(db, scope)
    .where((eb) =>
      eb.or([
        eb.and([eb('s.status', '=', 'requested'), eb('s.starts_at', '>', toTimestamp(now))]),
        eb('s.id', '=', next),
        ...(coachs
          ? [
              eb.and([
                eb('s.status', '=', 'confirmed'),
                eb('s.ends_at', '<=', toTimestamp(coachs.toCloseSince)),
              ]),
              eb.and([
                eb('s.status', 'in', COUNTED_STATUSES),
                eb('s.starts_at', '>=', toTimestamp(coachs.today.from)),
                eb('s.starts_at', '<', toTimestamp(coachs.today.to)),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy((eb) => eb('s.ends_at', '>', toTimestamp(coachs?.today.from ?? now)), 'desc')
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .limit(MOST)
  return db.selectFrom(current.as('c')).selectAll().orderBy('c.startsAt').orderBy('c.id').execute()
}

/** Sessions that stand or were held in a week, and what was held in a month, with its real minutes. */
export function countSessions(db: Kysely<DB>, scope: CoachScope, week: Range, month: Range) {
  const within = ({ from, to }: Range) =>
    sql`s.starts_at >= ${toTimestamp(from)} and s.starts_at < ${toTimestamp(to)}`
  const held = sql`s.status = 'completed' and ${within(month)}`
  return db
    .selectFrom('sessions as s')
    .leftJoin('session_closings as closing', 'closing.session_id', 's.id')
    .where('s.coach_id', '=', scope.coachId)
    .where('s.status', 'in', ['confirmed', 'completed'])
    .where(sql<boolean>`(${within(week)} or ${within(month)})`)
    .select([
      sql<number>`count(*) filter (where ${within(week)})`.as('thisWeek'),
      sql<number>`count(*) filter (where ${held})`.as('heldThisMonth'),
      sql<number>`coalesce(sum(closing.real_minutes) filter (where ${held}), 0)`.as('minutesThisMonth'),
    ])
    .executeTakeFirstOrThrow()
}

/** The session of the scope that was closed last. */
export async function findLastClosed(db: Kysely<DB>, scope: Scope): Promise<SessionId | undefined> {
  const clientId = clientOf(scope)
  const last = await db
    .selectFrom('session_closings as closing')
    .innerJoin('sessions as s', 's.id', 'closing.session_id')
    .select('s.id')
    .where('s.coach_id', '=', scope.coachId)
    .$if(clientId !== undefined, (own) => own.where('s.client_id', '=', clientId!))
    .orderBy('closing.closed_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id
}
