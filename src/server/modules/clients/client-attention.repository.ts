import { type SqlBool, type RawBuilder, sql } from 'kysely'
import { dateOf } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { toTimestamp } from '../../platform/postgres.ts'
import type { CoachScope } from '../../policy/scope.ts'
import { expiredSince } from './clients.domain.ts'
import { quietSince } from './rhythm.domain.ts'

// Where a day begins last and first: what is due before the one is overdue everywhere, from the other on nowhere.
const LAST_MIDNIGHT = 'Etc/GMT+12'
const FIRST_MIDNIGHT = 'Pacific/Kiritimati'

/**
 * Whether the row of `clients` needs attention, by the rules of rhythm.domain. Each question is asked once of the whole
 * practice, and not for every client: of sessions and steps only the last two weeks, of actions only the overdue ones.
 */
export function needsAttention({ coachId }: CoachScope, now: EpochMs): RawBuilder<SqlBool> {
  const quiet = toTimestamp(quietSince(now))
  const expired = toTimestamp(expiredSince(now))
  const moved = sql`
    select client_id from sessions
      where coach_id = ${coachId} and status = 'completed' and starts_at > ${quiet}
    union all
    select client_id from actions
      where coach_id = ${coachId} and changed_by = 'client' and updated_at > ${quiet}`
  const overdue = sql`
    select a.client_id from actions a
      join clients k on k.id = a.client_id
      left join users p on p.id = k.user_id
      where a.coach_id = ${coachId} and a.status in ('pending', 'inProgress')
        and a.due_on < ${dateOf(now, FIRST_MIDNIGHT)}
        and (a.due_on < ${dateOf(now, LAST_MIDNIGHT)}
          or a.due_on < (${toTimestamp(now)} at time zone coalesce(p.timezone, k.timezone))::date)`
  return sql<SqlBool>`case clients.status
    when 'active' then clients.id in (${overdue})
      or (coalesce(clients.accepted_at, clients.created_at) <= ${quiet} and clients.id not in (${moved}))
    when 'invited' then clients.invited_at <= ${expired}
    else clients.status = 'declined' end`
}
