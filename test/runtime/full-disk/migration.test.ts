import { execFileSync } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { preparedFolder } from '#server/folders.ts'
import {
  type SocketConnection,
  startEmbeddedPostgres,
} from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { socketFolderFor } from '#server/platform/embedded-postgres/postgres-socket.ts'
import { earlierPractice, migrateBefore } from '#test/support/earlier-schema.ts'
import { registration } from '#test/support/people.ts'
import { newId } from '#test/support/rows.ts'
import { freePort } from '#test/support/servers/free-port.ts'
import { probe } from '#test/support/servers/health.ts'
import { type SmallDisk, openSmallDisk, canOpenSmallDisk } from '#test/support/servers/small-disk.ts'
import { launchServer } from '#test/support/server-process.ts'
import { dataFolder } from '../data-folder.ts'

// A newer release starts on the data folder of an earlier one, and its disk is full before a migration is done.

const folder = dataFolder()

/** The last migration that was there before, and the one that needs more room than there is. */
const DONE = '0023_checkins.sql'
const LARGE = '0024_text_resources.sql'
const WORDS = 'Respira.'
const MEGABYTE = 1_048_576

/** What takes room: rows, or the log that is written before them, without which PostgreSQL ends itself. */
const TAKES = {
  rows: `create temp table if not exists ballast on commit drop as
    select repeat('x', 1000) from generate_series(1, 40000)`,
  log: `perform pg_logical_emit_message(true, 'ballast', repeat('x', 1000000)) from generate_series(1, 200)`,
}

/** While the file lies there the migration waits at the row that it changes; then it takes far more room than the row. */
const takingRoom = (what: keyof typeof TAKES) => `
  create function take_room() returns trigger language plpgsql security definer as $$
  begin
    raise log 'held half-way';
    while (pg_stat_file('held', true)).size is not null loop perform pg_sleep(0.01); end loop;
    ${TAKES[what]};
    return new;
  end $$;
  create trigger room before update on resources for each row execute function take_room();`

/** Leaves the database of an earlier release with a text in it. */
async function leaveEarlierData(dataDir: string, what: keyof typeof TAKES): Promise<void> {
  await mkdir(dataDir, { mode: 0o700 })
  const server = await startEmbeddedPostgres({ dataDir, durable: false, preparedFolder })
  const pool = new pg.Pool(server.connection)
  await migrateBefore({ pool }, DONE)
  const { coachId } = await earlierPractice({ pool })
  await pool.query(
    `insert into resources (id, coach_id, type, title, status, body, created_at, updated_at)
      values ($1, $2, 'text', 'Calma', 'published', $3, now(), now())`,
    [newId(), coachId, WORDS],
  )
  await pool.end()
  // Only a superuser may look for the file.
  await query({ ...server.admin, database: server.connection.database }, takingRoom(what))
  await server.stop()
}

async function query<Row extends pg.QueryResultRow>(
  connection: SocketConnection,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** The database of a server on the disk, by a path that is no longer than the server's own: that of a socket may not be. */
async function connectionOn(disk: SmallDisk): Promise<SocketConnection> {
  const seen = join(dirname(folder.path), 'seen')
  await symlink(disk.path, seen)
  const host = socketFolderFor(folder.path).replace(folder.path, seen)
  return { host, port: 5432, user: 'norte', database: 'norte', ssl: false }
}

const migrationsOf = async (connection: SocketConnection) =>
  (await query<{ name: string }>(connection, 'select name from schema_migrations order by name')).map(
    ({ name }) => name,
  )

async function register(url: string, email: string): Promise<{ status: number; body: { code?: string } }> {
  const body = registration(email)
  const answer = await fetch(`${url}/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as { code?: string } }
}

/** A server that says in Spanish that its disk is full, half-way through the migration. */
async function startIntoFullDisk(what: keyof typeof TAKES) {
  const earlier = join(dirname(folder.path), 'earlier')
  await leaveEarlierData(earlier, what)
  const disk = await openSmallDisk(folder.path, 1_024 * MEGABYTE)
  execFileSync('cp', ['-R', `${earlier}/.`, disk.path])
  const held = join(disk.path, 'postgres', 'held')
  await writeFile(held, '')
  const url = `http://127.0.0.1:${await freePort()}`
  const env = { DATA_DIR: folder.path, PORT: new URL(url).port }
  const start = () => launchServer({ as: disk.as, env: { ...env, LOG_LEVEL: 'debug' } })
  const server = start()
  await expect.poll(() => server.printed().out).toContain('held half-way')
  await disk.leave(8 * MEGABYTE)
  await rm(held)
  await expect.poll(() => probe(url)).toEqual({ status: 503, body: { status: 'disk_full' } })
  expect(server.printed().err).toContain(
    `El disco de ${folder.path} está lleno: la base de datos no puede terminar este paso del inicio, y lo que se quedó a medias se deshizo.`,
  )
  expect(server.printed().out).toContain('Norte espera a que haya espacio')
  return { disk, server, start, url }
}

// @spec P.319
test.skipIf(!canOpenSmallDisk())(
  'a migration that finds the disk full leaves nothing, the start says so in Spanish, and the next one with room finishes',
  async () => {
    const { disk, server, start, url } = await startIntoFullDisk('rows')
    const connection = await connectionOn(disk)
    expect((await migrationsOf(connection)).at(-1)).toBe(DONE)
    expect(await query(connection, 'select title, body from resources')).toEqual([
      { title: 'Calma', body: WORDS },
    ])
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })

    await disk.resize(1_024 * MEGABYTE)
    const next = start()
    await expect.poll(() => probe(url)).toMatchObject({ status: 200 })
    expect(await migrationsOf(connection)).toContain(LARGE)
    expect(await query(connection, 'select title, body_text from resources')).toEqual([
      { title: 'Calma', body_text: WORDS },
    ])

    // Full again while it serves: what is refused is said, and what was acknowledged is there.
    expect((await register(url, 'ana@practica.example')).status).toBe(201)
    await disk.leave(0)
    const answers: Awaited<ReturnType<typeof register>>[] = []
    // Where PostgreSQL itself ended on it, the server says first that it is away.
    const isSaid = () => answers.at(-1)?.status === 503 && answers.at(-1)?.body.code !== 'server.unavailable'
    for (let person = 0; person < 10_000 && !isSaid(); person += 1)
      answers.push(await register(url, `persona.${person}@correo.example`))
    const registered = answers.filter(({ status }) => status === 201).length
    expect(answers.at(-1)?.body).toMatchObject({
      code: 'server.no_space',
      error: expect.stringContaining('El servidor no tiene espacio por ahora'),
    })
    // What a probe was told counts for a second.
    await expect.poll(() => probe(url)).toEqual({ status: 503, body: { status: 'disk_full' } })
    await disk.resize(1_024 * MEGABYTE)
    await expect.poll(async () => (await register(url, 'luz@correo.example')).status).toBe(201)
    await expect.poll(() => probe(url)).toMatchObject({ status: 200 })
    const kept = await query<{ count: number }>(
      connection,
      `select count(*)::int from users where email in ('ana@practica.example', 'luz@correo.example') or email like 'persona.%'`,
    )
    expect(kept).toEqual([{ count: registered + 2 }])
    next.child.kill('SIGTERM')
    expect(await next.ended).toMatchObject({ code: 0 })
    await disk.close()
  },
)

// @spec P.319
test.skipIf(!canOpenSmallDisk())(
  'a full disk that ends PostgreSQL in the middle of a migration is said as well, and with room the same start goes on by itself @long',
  async () => {
    const { disk, server, url } = await startIntoFullDisk('log')
    expect(server.printed().out).toContain('PANIC')
    await disk.resize(1_024 * MEGABYTE)
    await expect.poll(() => probe(url), { timeout: 120_000 }).toMatchObject({ status: 200 })
    const connection = await connectionOn(disk)
    expect(await migrationsOf(connection)).toContain(LARGE)
    expect(await query(connection, 'select title, body_text from resources')).toEqual([
      { title: 'Calma', body_text: WORDS },
    ])
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })
    await disk.close()
  },
)
