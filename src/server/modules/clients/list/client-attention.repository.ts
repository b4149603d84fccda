import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ClientRole } from '#contract/account/auth.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '#server/policy/scope.ts'
import { expiredSince } from '../clients.domain.ts'
import { attendedInGroups } from '../group-sessions.repository.ts'
import { quietSince } from './rhythm.domain.ts'

// The rules of rhythm.domain as SQL for a whole practice. States are literals, not parameters: only then PostgreSQL
// uses the partial indexes of the same states.

/** Whether the row of `clients` needs attention. */
export function needsAttention(scope: CoachScope, now: EpochMs): RawBuilder<SqlBool> {
  return sql<SqlBool>`case clients.status
    when 'active' then clients.id in (${overdue(scope, now)})
      or (coalesce(clients.accepted_at, clients.created_at) <= ${toTimestamp(quietSince(now))}
        and clients.id not in (${moved(scope, now)}))
    when 'invited' then clients.invited_at <= ${toTimestamp(expiredSince(now))}
    else clients.status = 'declined' end`
}

/**
 * How many clients of these roles need attention. Most clients of a large practice have been inactive for long, so they
 * are not checked one by one: all active ones minus the few with a recent step and nothing overdue.
 */
export function countInNeed(
  scope: CoachScope,
  roles: readonly ClientRole[],
  now: EpochMs,
): RawBuilder<number> {
  const { coachId } = scope
  const listed = sql`role in (${sql.join(roles)})`
  return sql<number>`(
    (select count(*) from clients where coach_id = ${coachId} and ${listed} and (status in ('active', 'declined')
      or (status = 'invited' and invited_at <= ${toTimestamp(expiredSince(now))})))
    - (select count(*) from (
        select id from clients where coach_id = ${coachId} and ${listed} and status = 'active'
          and coalesce(accepted_at, created_at) > ${toTimestamp(quietSince(now))}
        union
        select c.id from (${moved(scope, now)}) as m join clients c on c.id = m.client_id
          where ${listed} and status = 'active'
      ) as calm where id not in (${overdue(scope, now)})))`
}

/** Clients with a session, an attended group session, or an own change of an action, recent enough to be on track. */
function moved({ coachId }: CoachScope, now: EpochMs) {
  const quiet = toTimestamp(quietSince(now))
  return sql`
    select client_id from sessions
      where coach_id = ${coachId} and client_id is not null and status = 'completed' and starts_at > ${quiet}
    union all
    select client_id from (${attendedInGroups(coachId)}) as came where starts_at > ${quiet}
    union all
    select client_id from actions where coach_id = ${coachId} and changed_by = 'client' and updated_at > ${quiet}`
}

// The zones where a day ends last and begins first: what was due before the one date is overdue everywhere, from the
// other on nowhere. Only in between the client's zone matters.
const LAST_MIDNIGHT = 'Etc/GMT+12'
const FIRST_MIDNIGHT = 'Pacific/Kiritimati'

/** Clients with an open action past its due date in their zone. */
function overdue({ coachId }: CoachScope, now: EpochMs) {
  const everywhere = dateOf(now, LAST_MIDNIGHT)
  const open = sql`a.coach_id = ${coachId} and a.status in ('pending', 'inProgress')`
  return sql`
    select a.client_id from actions a where ${open} and a.due_on < ${everywhere}
    union all
    select a.client_id from actions a join clients k on k.id = a.client_id left join users p on p.id = k.user_id
      where ${open} and a.due_on >= ${everywhere} and a.due_on < ${dateOf(now, FIRST_MIDNIGHT)}
        and a.due_on < (${toTimestamp(now)} at time zone coalesce(p.timezone, k.timezone))::date`
}
