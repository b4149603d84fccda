import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import type { MemorandumDto } from '#contract/memorandums/memorandums.ts'
import type { ClientId } from '#contract/values.ts'
import { addDays, dateOf } from '#time/calendar-date.ts'
import { systemClock, toIso } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { dataFolder } from './data-folder.ts'

// Two workers share the timers of memorandums and actions, and are killed while these fall due.

/** KILL_ROUNDS=100 looks for the moments that a few rounds miss. */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 1)
const ZONE = 'America/Mexico_City'
const EACH = 10

const folder = dataFolder()

/** What everybody was told, sorted. */
async function told({ pool }: TestDatabase): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `select coalesce(body ->> 'description', body ->> 'title') as text from notifications
      where type in ('DAY_MEMORANDUM', 'ACTION_DUE')`,
  )
  return rows.map(({ text }) => text).toSorted()
}

/** Lets every timer of a reminder fall due within a second. */
const letFallDue = ({ pool }: TestDatabase) =>
  pool.query(
    `update timers set due_at = now() + random() * interval '1 second'
      where command ->> 'type' in ('memorandum.remind', 'action.remind')`,
  )

/** How many timers and jobs wait, and how many statements wait for a lock. */
async function waiting({ pool }: TestDatabase): Promise<{ work: number; locks: number }> {
  const { rows } = await pool.query<{ work: number; locks: number }>(
    `select
        (select count(*) from timers where command ->> 'type' in ('memorandum.remind', 'action.remind'))::int
          + (select count(*) from pgboss.job where name = 'domain-events' and state < 'completed')::int as work,
        (select count(*) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock')::int as locks`,
  )
  return rows[0]!
}

/** What dead workers have in hand counts as abandoned at once, and not only when their heartbeats are missed. */
const missHeartbeats = ({ pool }: TestDatabase) =>
  pool.query(`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`)

/** New memorandums, every second one repeating, and actions of a client, all for tomorrow. */
async function write(app: TestApp, coach: TestCoach, clientId: ClientId, name: string) {
  const tomorrow = addDays(dateOf(systemClock.now(), ZONE), 1)
  const repeating: MemorandumDto[] = []
  const texts: string[] = []
  for (let index = 0; index < EACH; index += 1) {
    const recurrence = index % 2 === 0 ? 'daily' : 'none'
    const description = `${name} ${index} ${recurrence}`
    const written = await app.call(
      'POST /v1/memorandum',
      { body: { description, date: tomorrow, recurrence } as never },
      coach.token,
    )
    expect(written.status).toBe(201)
    if (recurrence === 'daily') repeating.push(written.body)
    const text = `${name} ${index} action`
    const added = await app.call(
      'POST /v1/action',
      { body: { text, dueOn: tomorrow, clientId } },
      coach.token,
    )
    expect(added.status).toBe(201)
    texts.push(description, text)
  }
  return { repeating, texts }
}

// @spec P.85, P.131
test('memorandums and actions are told of once each, whenever either of two workers is killed', async () => {
  const database = await openTestDatabase()
  const env = { DATA_DIR: folder.path, TOKEN_SECRET }
  // For people and what they write; timers and effects run in the two processes.
  const app = await makeApp({ database, env, now: toIso(systemClock.now()) })
  const start = () => startServer({ env: { ...env, DATABASE_URL: database.url, ROLES: 'worker' } })
  const coach = await newCoach(app, { timezone: ZONE })
  const workers: ServerProcess[] = await Promise.all([start(), start()])
  const expected: string[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      // A person has a limited number of open actions.
      const { clientId } = await newClient(app, coach, { timezone: ZONE })
      const { repeating, texts } = await write(app, coach, clientId, `round ${round}`)
      expected.push(...texts)

      // Both end between the commit of a timer and the notification that follows from it.
      const holder = await database.pool.connect()
      await holder.query('begin')
      await holder.query('lock table notifications in share mode')
      await letFallDue(database)
      await expect.poll(async () => (await waiting(database)).locks).toBeGreaterThan(0)
      await Promise.all(workers.map((worker) => worker.stop('SIGKILL')))
      // The database stores what waits there, though nobody listens any more; their jobs run again.
      await holder.query('rollback')
      holder.release()
      await missHeartbeats(database)
      workers.splice(0, 2, ...(await Promise.all([start(), start()])))
      await expect.poll(async () => (await waiting(database)).work).toBe(0)
      expect(await told(database)).toEqual(expected.toSorted())

      // Their next occurrences: one worker ends at any moment of the second in which they fall due.
      for (const { id, description } of repeating) {
        const params = { memorandumId: id }
        const done = await app.call(
          'PUT /v1/memorandum/:memorandumId/status',
          { params, body: { status: 'done' } },
          coach.token,
        )
        expect(done.status).toBe(200)
        expected.push(description)
      }
      await letFallDue(database)
      await new Promise((then) => setTimeout(then, randomInt(1_000)))
      await workers[round % 2]!.stop('SIGKILL')
      await missHeartbeats(database)
      workers[round % 2] = await start()
      await expect.poll(async () => (await waiting(database)).work).toBe(0)
      expect(await told(database)).toEqual(expected.toSorted())
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.stop('SIGKILL')))
    await app.close()
    await database.close()
  }
})
