import { type Kysely, sql } from 'kysely'
import { type EpochMs, toIso } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { type Scope, clientOf } from '#server/policy/scope.ts'
import { ownSessions } from '../session-scope.repository.ts'
import { toCloseSince } from '../sessions.domain.ts'

/**
 * What waits for a decision at an instant: of a coach requests, requests to move, and sessions to close; of a client
 * proposed times.
 */
export async function countToDecide(
  db: Kysely<DB>,
  scope: Scope,
  now: EpochMs,
): Promise<{ toDecide: number; toClose: number }> {
  const clientId = clientOf(scope)
  const { rows } = await (
    clientId === undefined
      ? sql<Counts>`
        select count(*) filter (
            where starts_at > ${toIso(now)} and (status = 'requested' or move_starts_at is not null)) as "toDecide",
          count(*) filter (where status = 'confirmed' and ends_at <= ${toIso(toCloseSince(now))}) as "toClose"
        from sessions where coach_id = ${scope.coachId} and status in ('requested', 'confirmed')`
      : sql<Counts>`
        select count(*) as "toDecide", 0 as "toClose" from ${ownSessions({ ...scope, clientId } as never)} as own
        where status = 'proposed'`
  ).execute(db)
  return rows[0]!
}

type Counts = { toDecide: number; toClose: number }
