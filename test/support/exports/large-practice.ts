import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { FileStore } from '#server/platform/files/storage.ts'

/** How large a practice is. */
export type PracticeSize = {
  clients: number
  sessions: number
  messages: number
  /** Long ones, each with a document of 50 kB. */
  notes?: number
  files: number
  fileBytes: number
}

/** Writes a practice of any size, with films. */
export async function writePractice(
  db: Kysely<DB>,
  resourceFiles: FileStore,
  coach: UserId,
  size: PracticeSize,
): Promise<void> {
  await writePeople(db, coach, size)
  await writeWords(db, coach, size)
  await writeFilms(db, resourceFiles, coach, size)
}

async function writePeople(db: Kysely<DB>, coach: UserId, { clients }: PracticeSize): Promise<void> {
  await sql`
    insert into users (id, email, name, last_name, country, timezone, created_at, updated_at)
      values (${coach}, ${`${coach}@correo.example`}, 'Ana', 'López', 'Mexico', 'America/Mexico_City', now(), now())`.execute(
    db,
  )
  await sql`insert into coaches (id, payment_status, created_at, updated_at) values (${coach}, 'active', now(), now())`.execute(
    db,
  )
  await sql`
    insert into clients (id, coach_id, name, last_name, email, role, status, timezone, created_at, updated_at)
      select gen_random_uuid(), ${coach}, 'Mariana ' || n, 'Torres ' || n, 'c' || n || '@correo.example', 'client', 'invited',
        'America/Mexico_City', now(), now() from generate_series(1, ${clients}::int) n`.execute(db)
}

async function writeWords(
  db: Kysely<DB>,
  coach: UserId,
  { clients, sessions, messages, notes = 0 }: PracticeSize,
): Promise<void> {
  const each = sessions / clients
  await sql`
    insert into sessions (id, coach_id, client_id, type, title, objective, starts_at, ends_at, timezone, status, channel, created_at, updated_at)
      select gen_random_uuid(), ${coach}, c.id, 'Client', 'Sesión ' || n, repeat('Lo que quiere lograr ', 5),
        timestamptz '2000-01-01' + (c.place * ${each}::int + n) * interval '1 hour',
        timestamptz '2000-01-01' + (c.place * ${each}::int + n) * interval '1 hour' + interval '50 minutes',
        'America/Mexico_City', 'completed', 'norte', now(), now()
      from (select id, row_number() over () as place from clients where coach_id = ${coach}) c,
        generate_series(1, ${each}::int) n`.execute(db)
  await sql`
    insert into session_closings (session_id, outcome, real_minutes, summary, closed_at)
      select id, 'completed', 50, repeat('Acordamos lo que sigue. ', 30), now() from sessions where coach_id = ${coach}`.execute(
    db,
  )
  await sql`
    insert into message_rooms (id, coach_id, client_id, type, created_at)
      select id, coach_id, id, 'Client', now() from clients where coach_id = ${coach}`.execute(db)
  await sql`
    insert into messages (id, room_id, seq, revision, sender_user_id, body, client_key, created_at)
      select gen_random_uuid(), r.id, n, n, r.coach_id, repeat('Hoy respiré antes de contestar. ', 4),
        gen_random_uuid(), now()
      from message_rooms r, generate_series(1, ${messages / clients}::int) n where r.coach_id = ${coach}`.execute(
    db,
  )
  await sql`
    insert into notes (id, coach_id, client_id, title, template, visibility, revision, body, body_text, created_at, updated_at, versioned_at, written_at)
      select gen_random_uuid(), coach_id, id, 'Nota ' || n, 'free', 'private', 1,
        jsonb_build_object('type', 'doc', 'text', repeat('Lo que dijo de su trabajo. ', 1852)), 'Lo que dijo', now(), now(), now(), now()
      from clients, generate_series(1, ${notes / clients}::int) n where coach_id = ${coach}`.execute(db)
}

async function writeFilms(
  db: Kysely<DB>,
  resourceFiles: FileStore,
  coach: UserId,
  { files, fileBytes }: PracticeSize,
): Promise<void> {
  const bytes = randomBytes(fileBytes)
  // A film by its first bytes (ISO 14496-12 §4.3), as an import looks at them.
  Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isomiso2', 'latin1').copy(bytes)
  for (let file = 0; file < files; file += 1) {
    const { rows } = await sql<{ id: string; part: string }>`
      with file as (
        insert into resource_files (id, coach_id, name, media_type, byte_size, received, parts, ready_at, created_at, updated_at)
          values (gen_random_uuid(), ${coach}, ${`Taller ${file}.mp4`}, 'video/mp4', ${fileBytes}, ${fileBytes},
            array[gen_random_uuid()], now(), now(), now())
          returning id, parts[1]::text as part
      ), resource as (
        insert into resources (id, coach_id, type, title, status, file_id, created_at, updated_at)
          select gen_random_uuid(), ${coach}, 'video', ${`Taller ${file}`}, 'published', id, now(), now() from file
      )
      select id, part from file`.execute(db)
    await resourceFiles.put(rows[0]!.part, Readable.from([bytes]), fileBytes)
  }
}
