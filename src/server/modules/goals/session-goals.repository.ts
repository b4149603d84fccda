import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ClientId, GroupId, SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'
import type { SessionGoalRow } from './session-goals.domain.ts'

/** A closed session: whose, when it was closed, and in which zone. */
export type ClosedSession = {
  id: SessionId
  clientId: ClientId | null
  groupId: GroupId | null
  closedAt: EpochMs
  timezone: string
}

/**
 * The goals that were noted in a session, or that its actions lead to, as they were when it was closed: what was noted
 * later or taken back does not count. A session of a person has goals of theirs alone, one of a group those of the group,
 * for members who are in it; of actions, a client's own lead to goals they see here.
 */
export async function listOfSession(
  db: Kysely<DB>,
  scope: Scope,
  session: ClosedSession,
): Promise<SessionGoalRow[]> {
  const { coachId } = scope
  const reached = reachedBy(session)
  const own = clientOf(scope)
  const ofOwner =
    session.groupId === null ? sql`g.client_id = ${session.clientId}` : sql`g.group_id = ${session.groupId}`
  const inScope = own === undefined ? sql`true` : sql`(g.client_id = ${own} or ${isMember(own)})`
  const ownActions = own === undefined ? sql`true` : sql`a.client_id = ${own}`
  const { rows } = await sql<SessionGoalRow>`
    select g.id, coalesce(worded.title, g.title) as title, g.measure, g.unit,
      last.value, coalesce(last.progress, ${reached}, 0) as progress,
      coalesce(earlier.progress, ${reached}, 0) as before, coalesce(here.noted, '[]') as noted
    from goals g
    left join lateral (
      select min(n.created_at) as first_at, max(n.created_at) as last_at, json_agg(json_build_object(
        'id', n.id, 'value', n.value, 'comment', n.comment, 'milestones', n.milestones) order by n.created_at, n.id) as noted
      from goal_check_ins n
      where n.goal_id = g.id and n.session_id = ${session.id} and n.deleted_at is null
    ) as here on true
    left join lateral (
      select n.value, n.progress from goal_check_ins n
      where n.goal_id = g.id and n.deleted_at is null and n.progress is not null
        and n.created_at <= greatest(${toTimestamp(session.closedAt)}, here.last_at)
      order by ${latest} limit 1
    ) as last on true
    left join lateral (
      select n.progress from goal_check_ins n
      where n.goal_id = g.id and n.deleted_at is null and n.progress is not null and n.created_at < here.first_at
      order by ${latest} limit 1
    ) as earlier on true
    left join lateral (
      select w.title from goal_wordings w
      where w.goal_id = g.id and w.changed_at > ${toTimestamp(session.closedAt)}
      order by w.changed_at limit 1
    ) as worded on true
    where g.coach_id = ${coachId} and g.deleted_at is null and ${ofOwner} and ${inScope}
      and g.id in (
        select n.goal_id from goal_check_ins n where n.session_id = ${session.id} and n.deleted_at is null
        union all
        select a.goal_id from actions a
          where a.session_id = ${session.id} and a.goal_id is not null and a.deleted_at is null and ${ownActions}
      )
    order by here.first_at nulls last, g.id`.execute(db)
  return rows
}

// The last value of a day counts; milestones add up in the order in which they were noted.
const latest = sql`case when g.measure <> 'milestones' then n.noted_on end desc nulls last, n.created_at desc, n.id desc`

const isMember = (clientId: ClientId) => sql`exists (
  select from group_members m where m.group_id = g.group_id and m.client_id = ${clientId} and m.status = 'active')`

/**
 * Of milestones without a tick until then: as they were before the first one that came later, which may be noted for an
 * earlier day. Of those that were ticked before ticks were stored as noted progress, their days tell.
 */
const reachedBy = ({
  closedAt,
  timezone,
}: ClosedSession) => sql`case when g.measure = 'milestones' then coalesce((
  select ${share(sql`was.value ->> 'was' is not null`)}
  from (
    select n.milestones from goal_check_ins n
    where n.goal_id = g.id and n.milestones is not null and n.created_at > ${toTimestamp(closedAt)}
    order by n.created_at, n.id limit 1
  ) as later, jsonb_array_elements(later.milestones) as was having count(*) > 0), (
  select ${share(sql`m.done_on <= (${toTimestamp(closedAt)} at time zone ${timezone})::date`)}
  from goal_milestones m where m.goal_id = g.id having count(*) > 0)) end`

/** As \`milestoneProgress\`. */
const share = (isReached: RawBuilder<unknown>) =>
  sql`floor(count(*) filter (where ${isReached})::float8 / count(*) * 100 + 1e-9)`
