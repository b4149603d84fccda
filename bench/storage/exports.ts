// The archive of a large practice: how much memory writing it takes, and for how long it keeps requests waiting.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { UserId } from '#contract/values.ts'
import { createArchives } from '#server/beside/archives.ts'
import { openFileStores } from '#server/platform/files/file-stores.ts'
import { systemClock } from '#time/clock.ts'
import type { BenchDatabase } from '../database.ts'
import { verdict } from '../spread.ts'

/** The coach of the practice. */
export const COACH = '00000000-0000-7000-8000-000000000001' as UserId
export const CLIENTS = 1_000
export const SESSIONS = 20_000
export const MESSAGES = 50_000
export const FILES = 82
const FILE_BYTES = 25 * 1_048_576

/** The most memory that an archive may add to a process, in MB (issue 17). */
export const MOST_MB = 150

/** Writes the archive of a practice with 2 GB of files, and prints what it takes. */
export async function printExports(database: BenchDatabase): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'norte-bench-'))
  try {
    const stores = await openFileStores({ dataDir: folder, s3: undefined })
    await fill(database, stores.resourceFiles)
    const archives = createArchives(database.connection, { dataDir: folder, s3: undefined })
    const order = { userId: COACH, path: join(folder, 'archive.zip'), madeAt: systemClock.now() }
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const start = performance.now()
    const written = await archives.write(order, async () => true)
    const seconds = (performance.now() - start) / 1_000
    delay.disable()
    clearInterval(watch)
    const growth = (most - before) / 1_048_576
    const ms = (value: number) => (value / 1e6).toFixed(0)
    console.log(
      `\nArchive of ${CLIENTS} clients, ${SESSIONS} sessions, ${MESSAGES} messages and ${FILES} files: ${(written!.byteSize / 1e9).toFixed(2)} GB in ${seconds.toFixed(1)} s`,
    )
    console.log(`  memory        +${growth.toFixed(0)} MB   (≤ ${MOST_MB}: ${verdict(growth <= MOST_MB)})`)
    console.log(
      `  event loop    p50 ${ms(delay.percentile(50))} ms, p99 ${ms(delay.percentile(99))} ms, most ${ms(delay.max)} ms`,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the practice, with 2 GB of files. */
export async function fill(
  { db }: BenchDatabase,
  resourceFiles: Awaited<ReturnType<typeof openFileStores>>['resourceFiles'],
): Promise<void> {
  await sql`
    insert into users (id, email, name, last_name, country, timezone, created_at, updated_at)
      values (${COACH}, 'archivo@correo.example', 'Ana', 'López', 'Mexico', 'America/Mexico_City', now(), now())`.execute(
    db,
  )
  await sql`insert into coaches (id, payment_status, created_at, updated_at) values (${COACH}, 'active', now(), now())`.execute(
    db,
  )
  await sql`
    insert into clients (id, coach_id, name, last_name, email, role, status, timezone, created_at, updated_at)
      select gen_random_uuid(), ${COACH}, 'Mariana ' || n, 'Torres ' || n, 'c' || n || '@correo.example', 'client', 'invited',
        'America/Mexico_City', now(), now() from generate_series(1, ${CLIENTS}::int) n`.execute(db)
  await sql`
    insert into sessions (id, coach_id, client_id, type, title, objective, starts_at, ends_at, timezone, status, channel, created_at, updated_at)
      select gen_random_uuid(), ${COACH}, c.id, 'Client', 'Sesión ' || n, repeat('Lo que quiere lograr ', 5),
        timestamptz '2000-01-01' + (c.place * ${SESSIONS / CLIENTS}::int + n) * interval '1 hour',
        timestamptz '2000-01-01' + (c.place * ${SESSIONS / CLIENTS}::int + n) * interval '1 hour' + interval '50 minutes',
        'America/Mexico_City', 'completed', 'norte', now(), now()
      from (select id, row_number() over () as place from clients where coach_id = ${COACH}) c,
        generate_series(1, ${SESSIONS / CLIENTS}::int) n`.execute(db)
  await sql`
    insert into session_closings (session_id, outcome, real_minutes, summary, closed_at)
      select id, 'completed', 50, repeat('Acordamos lo que sigue. ', 30), now() from sessions where coach_id = ${COACH}`.execute(
    db,
  )
  await sql`
    insert into message_rooms (id, coach_id, client_id, type, created_at)
      select id, coach_id, id, 'Client', now() from clients where coach_id = ${COACH}`.execute(db)
  await sql`
    insert into messages (id, room_id, seq, revision, sender_user_id, body, client_key, created_at)
      select gen_random_uuid(), r.id, n, n, r.coach_id, repeat('Hoy respiré antes de contestar. ', 4), gen_random_uuid(), now()
      from message_rooms r, generate_series(1, ${MESSAGES / CLIENTS}::int) n where r.coach_id = ${COACH}`.execute(
    db,
  )
  const bytes = randomBytes(FILE_BYTES)
  // A film by its first bytes (ISO 14496-12 §4.3), as an import looks at them.
  Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isomiso2', 'latin1').copy(bytes)
  for (let file = 0; file < FILES; file += 1) {
    const { rows } = await sql<{ id: string; part: string }>`
      with file as (
        insert into resource_files (id, coach_id, name, media_type, byte_size, received, parts, ready_at, created_at, updated_at)
          values (gen_random_uuid(), ${COACH}, ${`Taller ${file}.mp4`}, 'video/mp4', ${FILE_BYTES}, ${FILE_BYTES},
            array[gen_random_uuid()], now(), now(), now())
          returning id, parts[1]::text as part
      ), resource as (
        insert into resources (id, coach_id, type, title, status, file_id, created_at, updated_at)
          select gen_random_uuid(), ${COACH}, 'video', ${`Taller ${file}`}, 'published', id, now(), now() from file
      )
      select id, part from file`.execute(db)
    await resourceFiles.put(rows[0]!.part, Readable.from([bytes]), FILE_BYTES)
  }
}
