import { type ExpressionBuilder, sql } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import { type ClientScope, type Scope, clientOf } from '../../policy/scope.ts'

type OfSession = ExpressionBuilder<DB & { s: DB['sessions'] }, 's'>

/**
 * The sessions of a scope: all of a practice; of a client their own and those of their current groups. Leaving a group
 * ends the access to its sessions (product §7).
 */
export function visibleIn(eb: OfSession, scope: Scope) {
  const clientId = clientOf(scope)
  const practice = eb('s.coach_id', '=', scope.coachId)
  if (clientId === undefined) return practice
  return eb.and([
    practice,
    eb.or([eb('s.client_id', '=', clientId), eb('s.group_id', 'in', groupsOf(eb, clientId))]),
  ])
}

/**
 * The sessions that are visible in a client's scope, as a table: found by the client and by the groups apart, because
 * with one condition for both PostgreSQL reads all sessions of the practice.
 */
export function ownSessions({ coachId, clientId }: ClientScope) {
  return sql`(
    select * from sessions where coach_id = ${coachId} and client_id = ${clientId}
    union all
    select * from sessions where coach_id = ${coachId} and group_id in (
      select m.group_id from group_members m where m.client_id = ${clientId} and m.status = 'active'))`
}

/**
 * The sessions of one client: their own and those of their current groups. A coach also finds those that are recorded
 * of somebody who has left the group since.
 */
export function concerns(eb: OfSession, scope: Scope, clientId: ClientId) {
  const recorded = eb
    .selectFrom('session_attendances as of')
    .where('of.client_id', '=', clientId)
    .select('of.session_id')
  return eb.or([
    eb('s.client_id', '=', clientId),
    eb('s.group_id', 'in', groupsOf(eb, clientId)),
    ...(clientOf(scope) === undefined ? [eb('s.id', 'in', recorded)] : []),
  ])
}

/** The current groups of a client. */
function groupsOf(eb: OfSession, clientId: ClientId) {
  return eb
    .selectFrom('group_members as own')
    .where('own.client_id', '=', clientId)
    .where('own.status', '=', 'active')
    .select('own.group_id')
}
