import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { HEARTBEAT_SECONDS, adoptJobs, takeBack } from './job-rescue.ts'
import { HopelessJob } from './hopeless-job.ts'
import { type Jobs, createJobs } from './jobs.ts'
import { createLogger } from '../logger.ts'

const QUEUE = 'rescues'
const log = createLogger('silent')

let database: TestDatabase
let jobs: Jobs
beforeAll(async () => {
  database = await openTestDatabase()
  jobs = await createJobs(database.connection, { queues: [QUEUE], log, supervise: false })
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

const query = (text: string, values?: unknown[]) => database.pool.query(text, values)

async function put(letter: string): Promise<string> {
  await database.db.transaction().execute((tx) => jobs.enqueue(tx, QUEUE, { letter }))
  const { rows } = await query(`select id from pgboss.job where name = $1 and data->>'letter' = $2`, [
    QUEUE,
    letter,
  ])
  return rows[0].id
}

/** The state in which a worker that was killed leaves a job, this many seconds after its last heartbeat. */
const abandon = (id: string, secondsAgo: number, attempts = 0) =>
  query(
    `update pgboss.job set state = 'active', started_on = now(), retry_count = $3,
       heartbeat_on = now() - $2 * interval '1 second' where id = $1`,
    [id, secondsAgo, attempts],
  )

async function stateOf(id: string): Promise<string> {
  const { rows } = await query('select state from pgboss.job where id = $1', [id])
  return rows[0]?.state
}

const rescue = (silentSeconds: number, inHand: string[] = []) =>
  takeBack(query, { queues: [QUEUE], inHand: new Set(inHand), silentSeconds })

test('jobs without a heartbeat go back, those with a heartbeat or in hand do not', async () => {
  const [dead, alive, mine] = [await put('dead'), await put('alive'), await put('mine')]
  await abandon(dead, HEARTBEAT_SECONDS + 1)
  await abandon(alive, HEARTBEAT_SECONDS - 5)
  await abandon(mine, HEARTBEAT_SECONDS + 1)
  expect(await rescue(HEARTBEAT_SECONDS, [mine])).toBe(1)
  expect([await stateOf(dead), await stateOf(alive), await stateOf(mine)]).toEqual([
    'retry',
    'active',
    'active',
  ])
  // Alone, and before any work: no job can be in progress.
  expect(await rescue(0)).toBe(2)
})

test('a job that ended its process repeatedly is not taken back any more', async () => {
  const poison = await put('poison')
  await abandon(poison, 60, 24)
  expect(await rescue(0)).toBe(0)
  expect(await stateOf(poison)).toBe('active')
})

test('jobs of an older version, without a heartbeat, get one', async () => {
  const old = await put('old')
  await query('update pgboss.job set heartbeat_seconds = null, dead_letter = null where id = $1', [old])
  await adoptJobs(query, [QUEUE], false)
  const { rows } = await query('select heartbeat_seconds, dead_letter from pgboss.job where id = $1', [old])
  expect(rows).toEqual([{ heartbeat_seconds: HEARTBEAT_SECONDS, dead_letter: 'given-up' }])
})

test('a job that an older version left active continues where no other process can be working on it', async () => {
  const left = await put('left')
  await query(
    `update pgboss.job set state = 'active', started_on = now(), heartbeat_seconds = null, heartbeat_on = null
     where id = $1`,
    [left],
  )
  await adoptJobs(query, [QUEUE], false)
  expect(await rescue(0)).toBe(0)
  await adoptJobs(query, [QUEUE], true)
  expect(await rescue(0)).toBe(1)
  expect(await stateOf(left)).toBe('retry')
})

test('a hopeless job is given up at once, kept with its reason, and retried on request', async () => {
  const own = await openTestDatabase()
  const working = await createJobs(own.connection, { queues: [QUEUE], log, supervise: true })
  const tried: unknown[] = []
  let hopeless = true
  await working.work(QUEUE, { atOnce: 1 }, async (data) => {
    tried.push(data)
    if (hopeless) throw new HopelessJob('550 no such person')
  })
  await own.db.transaction().execute((tx) => working.enqueue(tx, QUEUE, { letter: 'a' }))
  await expect
    .poll(() => working.listGivenUp(), { timeout: 60_000 })
    .toMatchObject([{ queue: QUEUE, data: { letter: 'a' }, reason: '550 no such person' }])
  expect(tried).toHaveLength(1)

  hopeless = false
  expect(await working.retryGivenUp()).toBe(1)
  await expect.poll(() => tried.length, { timeout: 60_000 }).toBe(2)
  expect(tried[1]).toEqual({ letter: 'a' })
  expect(await working.listGivenUp()).toEqual([])
  await working.stop()
  await own.close()
})
