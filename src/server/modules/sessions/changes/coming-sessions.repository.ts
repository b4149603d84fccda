import { type Kysely, type Transaction, sql } from 'kysely'
import type { SessionStatus } from '#contract/sessions/sessions.ts'
import type { ClientId, GroupId, SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '#server/policy/scope.ts'
import { firstProposedAt } from '../session-parts.repository.ts'
import { selectSessions } from '../sessions.repository.ts'

const OPEN = ['requested', 'proposed', 'confirmed'] as const satisfies readonly SessionStatus[]

/** Future sessions of a client or group that are confirmed or wait for an answer, by start; locked in that order. */
export function lockComing(
  tx: Transaction<DB>,
  scope: CoachScope,
  whose: { clientId: ClientId } | { groupId: GroupId },
  now: EpochMs,
) {
  return (
    selectSessions(tx, scope)
      .where('s.status', 'in', OPEN)
      // A proposed time may be in the future although the requested one is past.
      .where((eb) => eb.or([eb('s.starts_at', '>', toTimestamp(now)), eb('s.status', '=', 'proposed')]))
      .where((eb) =>
        'clientId' in whose ? eb('s.client_id', '=', whose.clientId) : eb('s.group_id', '=', whose.groupId),
      )
      .orderBy('s.starts_at')
      .orderBy('s.id')
      .forUpdate('s')
      .execute()
  )
}

/** The first `most` of the same of several clients, by start, and how many there are in all; without a lock. */
export async function listComing(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  clientIds: readonly ClientId[],
  { now, most }: { now: EpochMs; most: number },
) {
  const rows = await db
    .selectFrom('sessions as s')
    .where('s.coach_id', '=', coachId)
    .where('s.client_id', '=', sql<ClientId>`any(${sql.val([...clientIds])}::uuid[])`)
    .where('s.status', 'in', OPEN)
    .where((eb) => eb(eb.fn.coalesce(firstProposedAt(eb), 's.starts_at'), '>', toTimestamp(now)))
    .select(['s.id', 's.client_id as clientId', 's.starts_at as startsAt', 's.ends_at as endsAt'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .limit(most)
    .execute()
  return { rows, total: rows[0]?.total ?? 0 }
}

type CalledOffSession = { id: SessionId; from: SessionStatus; to: SessionStatus; late: boolean }

/**
 * Cancels any number of locked sessions with one statement, by their coach for one reason: as `transitionSession` does
 * for one. False if one of them has left the state that was read.
 */
export async function callOffSessions(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
  sessions: readonly CalledOffSession[],
  reason: string,
  at: EpochMs,
): Promise<boolean> {
  if (sessions.length === 0) return true
  const { numAffectedRows } = await sql`
    update sessions set status = change."to", sequence = sequence + 1,
      move_starts_at = null, move_ends_at = null, move_asked_at = null,
      cancelled_by = 'coach', cancelled_at = ${toTimestamp(at)}, cancel_reason = ${reason}, cancel_late = change.late,
      updated_at = ${toTimestamp(at)}
    from json_to_recordset(${JSON.stringify(sessions)}::json) as change (id uuid, "from" text, "to" text, late boolean)
    where sessions.coach_id = ${coachId} and sessions.id = change.id and sessions.status = change."from"`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n) === sessions.length
}
