import { CompiledQuery, type Kysely, type Transaction, sql } from 'kysely'
import type { ActionId, ClientId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { DATA_MAP } from '#server/db/data-map/data-map.ts'
import { EMPTY_WITHOUT } from '#server/db/data-map/import/import-map.ts'
import { IMPORTED_ADDRESS } from '#server/db/nobodys-addresses.ts'
import { PERSON_ROWS } from '#server/db/data-map/person-rows.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** Whether a practice has nothing of what an import brings, besides what a registration makes. */
export async function isEmpty(db: Kysely<DB>, coachId: UserId): Promise<boolean> {
  const found = EMPTY_WITHOUT.map(
    (name) => `exists (select from "${name}" t where ${DATA_MAP[name].rows.practice!})`,
  )
  const { rows } = await db.executeQuery<{ found: boolean }>(
    CompiledQuery.raw(`${PERSON_ROWS} select ${found.join(' or ')} as found`, [coachId]),
  )
  return !rows[0]!.found
}

/**
 * Locks a practice until the transaction ends: nothing can be added to it meanwhile, because every row of a practice names
 * its coach, which PostgreSQL checks with a lock on it.
 */
export async function lockPractice(tx: Transaction<DB>, coachId: UserId): Promise<void> {
  await tx.selectFrom('coaches').where('id', '=', coachId).select('id').forUpdate().executeTakeFirst()
}

/** The address of the importing coach. */
export async function findEmail(db: Kysely<DB>, coachId: UserId): Promise<string> {
  const row = await db.selectFrom('users').where('id', '=', coachId).select('email').executeTakeFirstOrThrow()
  return row.email
}

/** An account in place of that of a client who wrote something. */
export type Author = { id: string; clientId: string }

/** Opens these accounts. Nobody can sign in to them, and no mail reaches them (RFC 2606 §2). */
export async function insertAuthors(
  tx: Transaction<DB>,
  coachId: UserId,
  authors: readonly Author[],
  now: EpochMs,
): Promise<void> {
  if (authors.length === 0) return
  await sql`
    insert into users (id, email, name, last_name, country, timezone, stands_for, created_at, updated_at)
    select a.id, a.id || ${IMPORTED_ADDRESS}, c.name, c.last_name, coalesce(c.country, o.country), c.timezone, c.id,
      ${toTimestamp(now)}, ${toTimestamp(now)}
    from json_to_recordset(${JSON.stringify(authors)}::json) as a (id uuid, "clientId" uuid)
    join clients c on c.id = a."clientId" and c.coach_id = ${coachId}
    join users o on o.id = c.coach_id`.execute(tx)
}

/** A picture whose bytes are stored. */
export type NewPicture = { id: string; kind: string; mediaType: string; byteSize: number }

export async function insertPictures(
  tx: Transaction<DB>,
  coachId: UserId,
  pictures: readonly NewPicture[],
  now: EpochMs,
): Promise<void> {
  if (pictures.length === 0) return
  await sql`
    insert into files (id, owner_user_id, kind, media_type, byte_size, created_at)
    select p.id, ${coachId}, p.kind, p."mediaType", p."byteSize", ${toTimestamp(now)}
    from json_to_recordset(${JSON.stringify(pictures)}::json)
      as p (id uuid, kind text, "mediaType" text, "byteSize" int)`.execute(tx)
}

/** The rooms in which somebody was in a call, for the rows of who was there. */
export async function insertCalls(
  tx: Transaction<DB>,
  sessionIds: readonly string[],
  now: EpochMs,
): Promise<void> {
  await sql`
    insert into calls (session_id, revision, created_at)
    select distinct s.id, 1, ${toTimestamp(now)} from unnest(${sql.val([...sessionIds])}::uuid[]) as s (id)
    on conflict do nothing`.execute(tx)
}

/** Forgets the logo that another one has taken the place of; its bytes are removed by the sweep of pictures. */
export async function dropReplacedLogo(tx: Transaction<DB>, coachId: UserId): Promise<void> {
  await sql`
    delete from files f where f.owner_user_id = ${coachId} and f.kind = 'logo'
      and not exists (select from coaches c where c.logo_id = f.id)`.execute(tx)
}

/** What is counted from other rows: the places of rooms, the names of a message's files, the versions of notes. */
export async function countAgain(tx: Transaction<DB>, coachId: UserId, now: EpochMs): Promise<void> {
  await sql`
    update message_rooms r set last_seq = m.seq, revision = m.seq
    from (select room_id, max(seq) as seq from messages
      where room_id in (select id from message_rooms where coach_id = ${coachId}) group by room_id) m
    where m.room_id = r.id`.execute(tx)
  await sql`
    update messages m set file_names = f.names
    from (select s.message_id, string_agg(f.name, ' ' order by s.place) as names
      from message_files s join resource_files f on f.id = s.file_id
      where f.coach_id = ${coachId} and s.message_id is not null group by s.message_id) f
    where f.message_id = m.id and m.deleted_at is null`.execute(tx)
  // Whose files were lost before the archive was written: a list of rooms would name a picture that is not there.
  await sql`
    update messages m set attachment = null
    where m.attachment is not null and m.deleted_at is null
      and m.room_id in (select id from message_rooms where coach_id = ${coachId})
      and not exists (select from message_files f where f.message_id = m.id)`.execute(tx)
  await sql`
    update note_versions v set revision = n.place
    from (select id, row_number() over (partition by note_id order by replaced_at, id) as place
      from note_versions where coach_id = ${coachId}) n
    where n.id = v.id`.execute(tx)
  await sql`
    update notes n set revision = v.versions + 1
    from (select note_id, count(*)::int as versions from note_versions where coach_id = ${coachId} group by note_id) v
    where v.note_id = n.id`.execute(tx)
  // The coach has read all of it elsewhere.
  await sql`
    insert into message_reads (room_id, user_id, seq, delivered_seq, read_at)
    select id, ${coachId}, last_seq, last_seq, ${toTimestamp(now)} from message_rooms
    where coach_id = ${coachId} and last_seq > 0
    on conflict (room_id, user_id) do nothing`.execute(tx)
}

/** Whether somebody whose process is over has sessions ahead, which nobody could have. */
export async function hasImpossibleSessions(
  tx: Transaction<DB>,
  coachId: UserId,
  now: EpochMs,
): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions as s')
    .innerJoin('clients as c', 'c.id', 's.client_id')
    .where('s.coach_id', '=', coachId)
    .where('c.status', '=', 'archived')
    .where('s.status', 'in', ['requested', 'proposed', 'confirmed'])
    .where('s.starts_at', '>', toTimestamp(now))
    .select('s.id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** How much there is now of what people count. */
export async function countRows(tx: Transaction<DB>, coachId: UserId) {
  const { rows } = await sql<{ clients: number; sessions: number; messages: number; files: number }>`
    select
      (select count(*) from clients where coach_id = ${coachId}) as clients,
      (select count(*) from sessions where coach_id = ${coachId}) as sessions,
      (select count(*) from messages m join message_rooms r on r.id = m.room_id where r.coach_id = ${coachId}) as messages,
      (select count(*) from resource_files where coach_id = ${coachId} and ready_at is not null) as files`.execute(
    tx,
  )
  return rows[0]!
}

/** Open actions with a date, some at a time. */
export async function listDueActions(
  tx: Transaction<DB>,
  coachId: UserId,
  { after, most }: { after: string | undefined; most: number },
): Promise<ActionId[]> {
  const rows = await tx
    .selectFrom('actions')
    .where('coach_id', '=', coachId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['pending', 'inProgress'])
    .where('due_on', 'is not', null)
    .$if(after !== undefined, (some) => some.where('id', '>', after as ActionId))
    .orderBy('id')
    .limit(most)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The account in place of that of a client, locked; undefined if nobody imported something that they wrote. */
export async function lockAuthor(tx: Transaction<DB>, clientId: ClientId): Promise<UserId | undefined> {
  const row = await tx
    .selectFrom('users')
    .where('stands_for', '=', clientId)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return row?.id
}

/** Gives what an account wrote to another one, which has read it, and removes the first. */
export async function handOver(
  tx: Transaction<DB>,
  { from, to, clientId }: { from: UserId; to: UserId; clientId: ClientId },
  now: EpochMs,
): Promise<void> {
  await sql`update messages set sender_user_id = ${to} where sender_user_id = ${from}`.execute(tx)
  await sql`update call_stays set user_id = ${to} where user_id = ${from}`.execute(tx)
  await sql`update domain_events set actor_user_id = ${to} where actor_user_id = ${from}`.execute(tx)
  await sql`
    insert into message_reads (room_id, user_id, seq, delivered_seq, read_at)
    select r.id, ${to}, r.last_seq, r.last_seq, ${toTimestamp(now)} from message_rooms r
    where r.last_seq > 0 and (r.client_id = ${clientId} or r.group_id in (
      select group_id from group_members where client_id = ${clientId} and status = 'active'))
    on conflict (room_id, user_id) do nothing`.execute(tx)
  await tx.deleteFrom('users').where('id', '=', from).execute()
}
