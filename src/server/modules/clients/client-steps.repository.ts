import { type Kysely, sql } from 'kysely'
import type { ClientStep } from '#contract/clients.ts'
import type { ClientId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { CoachScope } from '../../policy/scope.ts'
import type { Untitled } from '#server/modules/titles/titles.domain.ts'
import { attendedBy } from './group-sessions.repository.ts'

/** A change in a process; `untitled` for a session without a title. */
export type ClientStepRow = Omit<ClientStep, 'at'> & { at: EpochMs; untitled: Untitled | null }

/**
 * What changed for a client since the start of the last session held (or attended, for a group), or since they
 * accepted, newest first (product §6, "Desde la última sesión"). What was agreed in that session itself is not
 * included. Progress that they note of a goal of their groups is theirs, such a goal itself is not.
 */
export async function listMoves(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  id: ClientId,
  most: number,
): Promise<ClientStepRow[]> {
  const { rows } = await sql<ClientStepRow>`
    with client as (
      select c.id, c.name, c.accepted_at, last.id as last_id,
        coalesce(last.starts_at, c.accepted_at, c.created_at) as since
      from clients c
      left join lateral (
        select held.id, held.starts_at from (
          (select s.id, s.starts_at from sessions s
            where s.client_id = c.id and s.status = 'completed' order by s.starts_at desc limit 1)
          union all
          (select s.id, s.starts_at from ${attendedBy(sql`c.id`)} order by s.starts_at desc limit 1)
        ) as held order by held.starts_at desc limit 1
      ) as last on true
      where c.coach_id = ${coachId} and c.id = ${id}
    )
    select kind, at, text, untitled from (
      select 'actionDone' as kind, a.completed_at as at, a.text, null::json as untitled, a.id
        from client join actions a on a.client_id = client.id
        where a.deleted_at is null and a.status = 'done' and a.completed_at > since
      union all
      select 'actionDropped', a.updated_at, a.text, null, a.id
        from client join actions a on a.client_id = client.id
        where a.deleted_at is null and a.status = 'wontDo' and a.updated_at > since
      union all
      select 'actionAdded', a.created_at, a.text, null, a.id
        from client join actions a on a.client_id = client.id
        where a.deleted_at is null and a.created_at > since and (last_id is null or a.session_id is distinct from last_id)
      union all
      select 'sessionAsked', e.occurred_at, s.title, ${untitled}, s.id
        from client join sessions s on s.client_id = client.id join domain_events e on e.subject_id = s.id
        where e.occurred_at > since
          and (e.type = 'session.requested' or e.type = 'session.booked' and e.payload ->> 'by' = 'client')
      union all
      select 'sessionCancelled', s.cancelled_at, s.title, ${untitled}, s.id
        from client join sessions s on s.client_id = client.id
        where s.status in ('cancelledByClient', 'cancelledByCoach') and s.cancelled_at > since
      union all
      select 'goalAdded', g.created_at, g.title, null, g.id
        from client join goals g on g.client_id = client.id
        where g.deleted_at is null and g.created_at > since
      union all
      select case g.status when 'achieved' then 'goalAchieved' else 'goalEnded' end, g.closed_at, g.title, null, g.id
        from client join goals g on g.client_id = client.id
        where g.deleted_at is null and g.closed_at > since
      union all
      select 'goalNoted', n.created_at, g.title, null, n.id
        from client join goals g on g.client_id = client.id join goal_check_ins n on n.goal_id = g.id
        where g.deleted_at is null and n.deleted_at is null and n.created_at > since
          and (last_id is null or n.session_id is distinct from last_id)
      union all
      select 'goalNoted', n.created_at, g.title, null, n.id
        from client join group_members m on m.client_id = client.id
          join goals g on g.group_id = m.group_id
          join goal_check_ins n on n.goal_id = g.id and n.client_id = client.id
        where g.deleted_at is null and n.deleted_at is null and n.created_at > since
          and (last_id is null or n.session_id is distinct from last_id)
      union all
      select 'accepted', accepted_at, null, null, client.id from client where accepted_at >= since
    ) as moves
    order by at desc, kind, id
    limit ${most}`.execute(db)
  return rows
}

/** Name and number for the default title of a session without a title. */
const untitled = sql`case when s.title is null then json_build_object('name', client.name,
  'number', session_number(s.id, s.client_id, s.group_id, s.starts_at, s.status)) end`
