import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { type RichText, plainText } from '#contract/rich-text/rich-text.ts'
import { preparedFolder } from '#server/folders.ts'
import {
  type SocketConnection,
  startEmbeddedPostgres,
} from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { migrationsFolder } from '#server/platform/postgres/migrate.ts'
import { earlierPractice, migrateBefore } from '#test/support/earlier-schema.ts'
import { newId } from '#test/support/rows.ts'
import { launchServer, startServer } from '#test/support/server-process.ts'
import { databaseProcesses, dataFolder } from '../data-folder.ts'

// A newer release starts on the data folder of an earlier one, and is killed while it migrates.
const folder = dataFolder()

/** A migration that finishes before, and the one that is cut off in its middle. */
const FIRST = '0023_checkins.sql'
const CUT = '0024_text_resources.sql'
const WORDS = 'Respira.\n\nOtra vez,\ny otra.'

/** While this file lies in the folder of the database, the migration waits at the rows it changes. */
const held = () => join(folder.path, 'postgres', 'held')
const WAIT_WHILE_HELD = `
  create function wait_while_held() returns trigger language plpgsql security definer as $$
  begin
    raise log 'held half-way';
    while (pg_stat_file('held', true)).size is not null loop perform pg_sleep(0.01); end loop;
    return new;
  end $$;
  create trigger held before update on resources for each row execute function wait_while_held();`

/** Leaves the database of an earlier release with a text in it, and answers how to connect to it. */
async function leaveEarlierData(): Promise<SocketConnection> {
  await mkdir(folder.path, { mode: 0o700 })
  const server = await startEmbeddedPostgres({ dataDir: folder.path, durable: false, preparedFolder })
  const pool = new pg.Pool(server.connection)
  await migrateBefore({ pool }, FIRST)
  const { coachId } = await earlierPractice({ pool })
  await pool.query(
    `insert into resources (id, coach_id, type, title, status, body, created_at, updated_at)
      values ($1, $2, 'text', 'Calma', 'published', $3, now(), now())`,
    [newId(), coachId, WORDS],
  )
  await pool.end()
  // Only a superuser may look for the file.
  await query({ ...server.admin, database: server.connection.database }, WAIT_WHILE_HELD)
  await server.stop()
  return server.connection
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

test.each([
  ['with its database left to end by itself', () => []],
  ['together with its database', () => databaseProcesses(folder.path)],
])('a migration killed half-way, %s, is finished by the next start', async (_, alsoKilled) => {
  const connection = await leaveEarlierData()
  await writeFile(held(), '')
  const env = { DATA_DIR: folder.path }
  const killed = launchServer({ env: { ...env, LOG_LEVEL: 'debug' } })
  await expect.poll(() => killed.printed().out, { timeout: 60_000 }).toContain('held half-way')
  for (const pid of alsoKilled()) process.kill(pid, 'SIGKILL')
  killed.child.kill('SIGKILL')
  const { out: before } = await killed.ended
  expect(before).toContain(FIRST)
  await rm(held())

  const server = await startServer({ env })
  const names = (await readdir(migrationsFolder())).toSorted()
  const migrated = server.printed().out.match(/\d{4}_\w+\.sql/g)
  expect(migrated).toEqual(names.slice(names.indexOf(CUT)))
  const applied = await query<{ name: string }>(
    connection,
    'select name from schema_migrations order by name',
  )
  expect(applied.map(({ name }) => name)).toEqual(names)
  const texts = await query<{ title: string; body: RichText; body_text: string }>(
    connection,
    'select title, body, body_text from resources',
  )
  expect(texts.map(({ body, ...rest }) => ({ ...rest, body: plainText(body) }))).toEqual([
    { title: 'Calma', body: WORDS, body_text: WORDS },
  ])
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
  expect((await server.stop()).code).toBe(0)
})
