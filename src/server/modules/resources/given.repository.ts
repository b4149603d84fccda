import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely'
import type { GivenQuery } from '#contract/resources/resource-assignments.ts'
import type { ClientStatus } from '#contract/clients.ts'
import type { GroupStatus } from '#contract/groups.ts'
import type { ResourceStatus, ResourceType } from '#contract/resources/resources.ts'
import type {
  AssignmentId,
  ClientId,
  DateOn,
  FileId,
  GroupId,
  PageQuery,
  ResourceFileId,
  ResourceId,
  SessionId,
  UserId,
} from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { Slots } from '#server/platform/postgres/compiled-query.ts'
import { type Reading, readingOf } from '#server/platform/postgres/reading.ts'
import { type ClientScope, type CoachScope, type Scope, clientOf } from '../../policy/scope.ts'
import { reaches } from './resources.repository.ts'

/** Whom a resource is given to: one of both ids is null. */
export type Target = { clientId: ClientId | null; groupId: GroupId | null; sessionId: SessionId | null }

/** The states of the clients of a practice among these; strangers are missing. */
export function listClientStates(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  ids: readonly ClientId[],
): Promise<{ id: ClientId; status: ClientStatus }[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('clients')
    .where('coach_id', '=', coachId)
    .where('id', 'in', ids)
    .select(['id', 'status'])
    .execute()
}

/** The states of the groups of a practice among these; strangers are missing. */
export function listGroupStates(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  ids: readonly GroupId[],
): Promise<{ id: GroupId; status: GroupStatus }[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('groups')
    .where('coach_id', '=', coachId)
    .where('id', 'in', ids)
    .select(['id', 'status'])
    .execute()
}

/** Whose a session is; for a client only their own, and those of the groups they are in. */
export function findSessionTarget(db: Kysely<DB>, scope: Scope, id: SessionId) {
  const clientId = clientOf(scope)
  return db
    .selectFrom('sessions as s')
    .where('s.coach_id', '=', scope.coachId)
    .where('s.id', '=', id)
    .$if(clientId !== undefined, (own) =>
      own.where(sql<boolean>`(s.client_id = ${clientId!} or s.group_id in (
        select m.group_id from group_members m where m.client_id = ${clientId!} and m.status = 'active'))`),
    )
    .select(['s.id as sessionId', 's.client_id as clientId', 's.group_id as groupId'])
    .executeTakeFirst()
}

/** Gives a resource, or changes message and date of what was given before; answers which of both. */
export async function upsertAssignment(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
  given: Target & { id: AssignmentId; resourceId: ResourceId; message: string | null; dueOn: DateOn | null },
  now: EpochMs,
): Promise<{ id: AssignmentId; isNew: boolean }> {
  const { id, resourceId, clientId, groupId, sessionId, message, dueOn } = given
  const { rows } = await sql<{ id: AssignmentId; isNew: boolean }>`
    insert into resource_assignments
      (id, coach_id, resource_id, client_id, group_id, session_id, message, due_on, created_at, updated_at)
    values (${id}, ${coachId}, ${resourceId}, ${clientId}, ${groupId}, ${sessionId}, ${message}, ${dueOn},
      ${toTimestamp(now)}, ${toTimestamp(now)})
    on conflict (resource_id, client_id, group_id, session_id) where deleted_at is null
    do update set message = excluded.message, due_on = excluded.due_on, updated_at = excluded.updated_at
    returning id, (xmax = 0) as "isNew"`.execute(tx)
  return rows[0]!
}

/** Takes an assignment back, or undoes that unless it was given again meanwhile; answers whose it is. */
export async function setWithdrawn(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
  { id, resourceId }: { id: AssignmentId; resourceId: ResourceId },
  at: EpochMs | null,
): Promise<Target | undefined> {
  return tx
    .updateTable('resource_assignments as a')
    .set({ deleted_at: at === null ? null : toTimestamp(at) })
    .where('a.coach_id', '=', coachId)
    .where('a.resource_id', '=', resourceId)
    .where('a.id', '=', id)
    .where('a.deleted_at', at === null ? 'is not' : 'is', null)
    .$if(at === null, (again) =>
      again.where(sql<boolean>`not exists (
        select from resource_assignments b where b.resource_id = a.resource_id and b.deleted_at is null
          and (b.client_id, b.group_id, b.session_id) is not distinct from (a.client_id, a.group_id, a.session_id))`),
    )
    .returning(['a.client_id as clientId', 'a.group_id as groupId', 'a.session_id as sessionId'])
    .executeTakeFirst()
}

/** Notes that somebody opened a resource, and perhaps completed it. @returns whether anything changed */
export async function setProgress(
  tx: Transaction<DB>,
  { resourceId, clientId }: { resourceId: ResourceId; clientId: ClientId },
  completed: boolean | undefined,
  now: EpochMs,
): Promise<boolean> {
  const at = toTimestamp(now)
  const { numAffectedRows } = await sql`
    insert into resource_progress as p (resource_id, client_id, viewed_at, completed_at)
    values (${resourceId}, ${clientId}, ${at}, ${completed ? at : null})
    on conflict (resource_id, client_id) do update set completed_at = excluded.completed_at
    where ${completed !== undefined} and (p.completed_at is null) = ${completed ?? false}`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** What one person has, by one resource: theirs before the group's, then the newest. */
export type GivenRow = {
  id: ResourceId
  type: ResourceType
  title: string
  description: string | null
  category: string | null
  tags: string[]
  source: string | null
  status: ResourceStatus
  url: string | null
  createdAt: EpochMs
  updatedAt: EpochMs
  fileId: ResourceFileId | null
  fileName: string | null
  mediaType: string | null
  byteSize: number | null
  groupName: string | null
  message: string | null
  dueOn: DateOn | null
  assignedAt: EpochMs
  viewedAt: EpochMs | null
  completedAt: EpochMs | null
}

const RESOURCE = sql`r.id, r.type, r.title, r.description, r.category, r.tags, r.source, r.status, r.url,
  r.created_at as "createdAt", r.updated_at as "updatedAt", r.file_id as "fileId", f.name as "fileName",
  f.media_type as "mediaType", f.byte_size as "byteSize"`

const STATE = sql`case when p.completed_at is not null then 'completed' when p.viewed_at is not null then 'viewed'
  else 'assigned' end`

const givenTo = (coachId: UserId | RawBuilder<UserId>, clientId: ClientId | RawBuilder<ClientId>) => sql`
  select distinct on (a.resource_id) ${RESOURCE}, g.name as "groupName", a.message, a.due_on as "dueOn",
    a.created_at as "assignedAt", p.viewed_at as "viewedAt", p.completed_at as "completedAt", ${STATE} as state
  from resource_assignments a
  join resources r on r.id = a.resource_id
  left join resource_files f on f.id = r.file_id
  left join groups g on g.id = a.group_id
  left join resource_progress p on p.resource_id = a.resource_id and p.client_id = ${clientId}
  where a.coach_id = ${coachId} and a.deleted_at is null and r.deleted_at is null and r.status <> 'draft'
    and ${reaches(clientId)}
  order by a.resource_id, a.client_id is null, a.created_at desc`

/** What somebody has of one resource; undefined if they do not have it. */
export async function findGiven(
  db: Kysely<DB>,
  { coachId }: Scope,
  clientId: ClientId,
  resourceId: ResourceId,
): Promise<GivenRow | undefined> {
  const { rows } = await sql<GivenRow>`
    select * from (${givenTo(coachId, clientId)}) as given where id = ${resourceId}`.execute(db)
  return rows[0]
}

/** How many resources somebody has in each state. */
export type StateCounts = { assigned: number; viewed: number; completed: number }

/** A page of what a client has; undefined if the client is not in the scope. */
export async function listGiven(
  db: Kysely<DB>,
  scope: Scope,
  clientId: ClientId,
  { state, direction, items, page }: GivenQuery,
): Promise<{ rows: GivenRow[]; counts: StateCounts; timezone: string } | undefined> {
  const own = clientOf(scope)
  const client = db
    .selectFrom('clients')
    .leftJoin('users', 'users.id', 'clients.user_id')
    .where('clients.coach_id', '=', scope.coachId)
    .where('clients.id', '=', clientId)
    .$if(own !== undefined, (only) => only.where('clients.id', '=', own!))
    .select((eb) => eb.fn.coalesce('users.timezone', 'clients.timezone').as('timezone'))
    .executeTakeFirst()
  const order = sql.raw(direction === 'asc' ? 'asc' : 'desc')
  const back = sql.raw(direction === 'asc' ? 'desc' : 'asc')
  const rows = sql<GivenRow>`
    select * from (${givenTo(scope.coachId, clientId)}) as given
    where ${state ?? null}::text is null or state = ${state ?? null}
    order by "completedAt" is not null, "dueOn" ${order} nulls last, "assignedAt" ${back}, id
    limit ${items} offset ${(page - 1) * items}`.execute(db)
  const counts = sql<StateCounts>`
    select count(*) filter (where state = 'assigned') as assigned, count(*) filter (where state = 'viewed') as viewed,
      count(*) filter (where state = 'completed') as completed
    from (${givenTo(scope.coachId, clientId)}) as given`.execute(db)
  const [person, list, count] = await Promise.all([client, rows, counts])
  return person && { rows: list.rows, counts: count.rows[0]!, timezone: person.timezone }
}

/** What a client has not opened yet: what is due first, then the newest; and how many there are. */
export function readNew(
  { coachId, clientId }: ClientScope,
  most: number,
): Reading<{ rows: GivenRow[]; total: number }> {
  return fresh({ coachId, clientId }, most).map((rows) => ({ rows, total: rows[0]?.total ?? 0 }))
}

const fresh = readingOf(
  (_, { coachId, clientId }: Slots<{ coachId: UserId; clientId: ClientId }>, most: number) => sql<
    GivenRow & { total: number }
  >`
    select *, count(*) over () as total from (${givenTo(coachId, clientId)}) as given
    where state = 'assigned'
    order by "dueOn" nulls last, "assignedAt" desc, id limit ${most}`,
)

/** An assignment with its resource, and how far its people are. */
export type GroupGivenRow = Omit<GivenRow, 'viewedAt' | 'completedAt'> & {
  assignmentId: AssignmentId
  people: number
  viewed: number
  completed: number
}

type Given = { groupId: GroupId } | { sessionId: SessionId }

/** Whether the assignment `a` of a resource `r` that is there for its people is that of a group or a session. */
const wasGiven = (of: Given) => sql`a.deleted_at is null and r.deleted_at is null and r.status <> 'draft'
  and ${'groupId' in of ? sql`a.group_id = ${of.groupId}` : sql`a.session_id = ${of.sessionId}`}`

/** How many resources a group or a session was given. */
export async function countAssigned(db: Kysely<DB>, { coachId }: Scope, of: Given): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from resource_assignments a join resources r on r.id = a.resource_id
    where a.coach_id = ${coachId} and ${wasGiven(of)}`.execute(db)
  return rows[0]!.total
}

/** What a group or a session was given, the newest first, a page of it. */
export async function listAssigned(
  db: Kysely<DB>,
  { coachId }: Scope,
  of: Given,
  { items, page }: Pick<PageQuery, 'items' | 'page'>,
): Promise<GroupGivenRow[]> {
  const { rows } = await sql<GroupGivenRow>`
    select a.id as "assignmentId", ${RESOURCE}, g.name as "groupName", a.message, a.due_on as "dueOn",
      a.created_at as "assignedAt", reached.people, reached.viewed, reached.completed
    from resource_assignments a
    join resources r on r.id = a.resource_id
    left join resource_files f on f.id = r.file_id
    left join groups g on g.id = a.group_id
    left join lateral (
      select count(*) as people, count(p.viewed_at) as viewed, count(p.completed_at) as completed
      from (
        select a.client_id as id where a.client_id is not null
        union select m.client_id from group_members m where m.group_id = a.group_id and m.status = 'active'
      ) as person
      left join resource_progress p on p.resource_id = a.resource_id and p.client_id = person.id
    ) as reached on true
    where a.coach_id = ${coachId} and ${wasGiven(of)}
    order by a.created_at desc, a.id
    limit ${items} offset ${(page - 1) * items}`.execute(db)
  return rows
}

/** A resource that was given with a session; undefined if it was not, or was taken back. */
export async function findGivenWith(
  db: Kysely<DB>,
  { sessionId, coachId }: { sessionId: SessionId; coachId: UserId },
  resourceId: ResourceId,
): Promise<{ resourceId: ResourceId; title: string } | undefined> {
  const { rows } = await sql<{ resourceId: ResourceId; title: string }>`
    select r.id as "resourceId", r.title
    from resource_assignments a join resources r on r.id = a.resource_id
    where a.coach_id = ${coachId} and a.resource_id = ${resourceId} and ${wasGiven({ sessionId })}
    limit 1`.execute(db)
  return rows[0]
}

/** A person whom an assignment of a resource reaches; a group without members has one row without a person. */
export type ReachedRow = {
  assignmentId: AssignmentId
  clientId: ClientId | null
  groupId: GroupId | null
  groupName: string | null
  sessionId: SessionId | null
  sessionStartsAt: EpochMs | null
  message: string | null
  dueOn: DateOn | null
  createdAt: EpochMs
  personId: ClientId | null
  name: string
  lastName: string
  photoId: FileId | null
  viewedAt: EpochMs | null
  completedAt: EpochMs | null
}

/** To how many people, groups and sessions a resource was given; undefined if there is no such resource. */
export async function countAssignments(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  resourceId: ResourceId,
): Promise<number | undefined> {
  const { rows } = await sql<{ total: number }>`
    select (
      select count(*) from resource_assignments a where a.resource_id = r.id and a.deleted_at is null
    ) as total
    from resources r where r.coach_id = ${coachId} and r.id = ${resourceId} and r.deleted_at is null`.execute(
    db,
  )
  return rows[0]?.total
}

/** How many of those who have a resource have seen it, and how many have completed it; each counts once. */
export async function countProgress(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  resourceId: ResourceId,
): Promise<{ viewed: number; completed: number }> {
  const { rows } = await sql<{ viewed: number; completed: number }>`
    select count(*) as viewed, count(p.completed_at) as completed
    from resource_progress p
    where p.resource_id = ${resourceId} and p.client_id in (
      select coalesce(a.client_id, m.client_id) from resource_assignments a
      left join group_members m on m.group_id = a.group_id and m.status = 'active'
      where a.coach_id = ${coachId} and a.resource_id = ${resourceId} and a.deleted_at is null
    )`.execute(db)
  return rows[0]!
}

/** A page of whom a resource was given to, the newest first, each with everybody it reaches by name. */
export async function listReached(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  resourceId: ResourceId,
  { items, page }: Pick<PageQuery, 'items' | 'page'>,
): Promise<ReachedRow[]> {
  const { rows } = await sql<ReachedRow>`
    select a.id as "assignmentId", a.client_id as "clientId", a.group_id as "groupId", g.name as "groupName",
      a.session_id as "sessionId", s.starts_at as "sessionStartsAt", a.message, a.due_on as "dueOn",
      a.created_at as "createdAt", c.id as "personId", c.name, c.last_name as "lastName",
      coalesce(u.photo_id, c.photo_id) as "photoId", p.viewed_at as "viewedAt", p.completed_at as "completedAt"
    from (
      select * from resource_assignments
      where coach_id = ${coachId} and resource_id = ${resourceId} and deleted_at is null
      order by created_at desc, id
      limit ${items} offset ${(page - 1) * items}
    ) as a
    left join groups g on g.id = a.group_id
    left join sessions s on s.id = a.session_id
    left join group_members m on m.group_id = a.group_id and m.status = 'active'
    left join clients c on c.id = coalesce(a.client_id, m.client_id)
    left join users u on u.id = c.user_id
    left join resource_progress p on p.resource_id = a.resource_id and p.client_id = c.id
    order by a.created_at desc, a.id, fold(c.name || ' ' || c.last_name), c.id`.execute(db)
  return rows
}
