import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ClientRole } from '#contract/account/auth.ts'
import { attendedInGroups } from '../group-sessions.repository.ts'
import type { Practice } from './practice-values.repository.ts'

// The rules of rhythm.domain as SQL for a whole practice. States are literals, not parameters: only then PostgreSQL
// uses the partial indexes of the same states.

/** Whether the row of `clients` needs attention. */
export function needsAttention(practice: Practice): RawBuilder<SqlBool> {
  return sql<SqlBool>`case clients.status
    when 'active' then clients.id in (${overdue(practice)})
      or (coalesce(clients.accepted_at, clients.created_at) <= ${practice.quietSince}
        and clients.id not in (${onTrack(practice)}))
    when 'invited' then clients.invited_at <= ${practice.expiredSince}
    else clients.status = 'declined' end`
}

/**
 * How many clients of these roles need attention. Most clients of a large practice have been inactive for long, so they
 * are not checked one by one: all active ones minus the few with a recent step and nothing overdue.
 */
export function countInNeed(practice: Practice, roles: readonly ClientRole[]): RawBuilder<number> {
  const { coachId } = practice
  const listed = sql`role in (${sql.join(roles)})`
  return sql<number>`(
    (select count(*) from clients where coach_id = ${coachId} and ${listed} and (status in ('active', 'declined')
      or (status = 'invited' and invited_at <= ${practice.expiredSince})))
    - (select count(*) from (
        select id from clients where coach_id = ${coachId} and ${listed} and status = 'active'
          and coalesce(accepted_at, created_at) > ${practice.quietSince}
        union
        select c.id from (${onTrack(practice)}) as m join clients c on c.id = m.client_id
          where ${listed} and status = 'active'
      ) as calm where id not in (${overdue(practice)})))`
}

/**
 * Clients with a session, an attended group session, an own change of an action, or progress that they noted, recent
 * enough to be on track.
 */
function onTrack({ coachId, quietSince: quiet }: Practice) {
  return sql`
    select client_id from sessions
      where coach_id = ${coachId} and client_id is not null and status = 'completed' and starts_at > ${quiet}
    union all
    select client_id from (${attendedInGroups(coachId)}) as came where starts_at > ${quiet}
    union all
    select client_id from actions where coach_id = ${coachId} and changed_by = 'client' and updated_at > ${quiet}
    union all
    select client_id from goal_check_ins
      where coach_id = ${coachId} and client_id is not null and deleted_at is null and created_at > ${quiet}`
}

/**
 * Clients with an open action past its due date in their zone. The zone of a client is looked up only for dates
 * that have passed in some zones and not in others, and only if nothing else of theirs is overdue.
 */
function overdue({ coachId, now, overdueEverywhere, overdueNowhere }: Practice) {
  const open = sql`a.coach_id = ${coachId} and a.deleted_at is null and a.status in ('pending', 'inProgress')`
  const inEveryZone = sql`select a.client_id from actions a where ${open} and a.due_on < ${overdueEverywhere}`
  return sql`
    ${inEveryZone}
    union all
    select a.client_id from actions a join clients k on k.id = a.client_id left join users p on p.id = k.user_id
      where ${open} and a.due_on >= ${overdueEverywhere} and a.due_on < ${overdueNowhere}
        and a.client_id not in (${inEveryZone})
        and a.due_on < (${now} at time zone coalesce(p.timezone, k.timezone))::date`
}
