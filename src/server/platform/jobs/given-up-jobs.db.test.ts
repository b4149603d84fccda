import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { newId } from '#test/support/rows.ts'
import { HOUR_MS, epochMs } from '#time/clock.ts'
import { createLogger } from '../logger.ts'
import { HopelessJob } from './hopeless-job.ts'
import { type Jobs, createJobs } from './jobs.ts'

// What `scripts/operator/given-up.ts` asks for.

const QUEUES = ['letters', 'parcels']

let database: TestDatabase
let jobs: Jobs
const open = () =>
  createJobs(database.connection, { queues: QUEUES, log: createLogger('silent'), supervise: false })
/** In both queues a job that failed once and is tried again in an hour, and one that was given up. */
beforeAll(async () => {
  database = await openTestDatabase()
  jobs = await open()
  const worker = await open()
  const fail = (data: object) =>
    Promise.reject('hopeless' in data ? new HopelessJob('no such address') : new Error('no answer'))
  for (const queue of QUEUES) {
    const both = [{ data: { queue } }, { data: { queue, hopeless: true } }]
    await database.db.transaction().execute((tx) => worker.enqueueAll(tx, queue, both))
    await worker.work(queue, { atOnce: 2, together: 2 }, fail)
  }
  const failed = async () => {
    expect(await jobs.listGivenUp()).toHaveLength(2)
    expect(await jobs.listFailing()).toHaveLength(2)
  }
  await vi.waitFor(failed, { timeout: 60_000 })
  await worker.stop()
  await database.pool.query(
    `update pgboss.job set start_after = now() + interval '1 hour' where state = 'retry' and name = any($1)`,
    [QUEUES],
  )
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

const queuesOf = (listed: { queue: string }[]) => listed.map(({ queue }) => queue).toSorted()

// @spec P.324
test('jobs that fail are listed by queue, id and time, with their error and when they are tried next', async () => {
  const all = await jobs.listFailing()
  expect(queuesOf(all)).toEqual(QUEUES)
  const [letter] = await jobs.listFailing({ queue: 'letters' })
  expect(letter).toMatchObject({
    queue: 'letters',
    data: { queue: 'letters' },
    attempts: 1,
    reason: 'no answer',
  })
  expect(letter!.nextAt - letter!.triedAt).toBeGreaterThanOrEqual(HOUR_MS)
  const { id, triedAt } = letter!
  expect(await jobs.listFailing({ id })).toEqual([letter])
  expect(await jobs.listFailing({ id, queue: 'parcels' })).toEqual([])
  expect(await jobs.listFailing({ id: newId() })).toEqual([])
  expect(await jobs.listFailing({ id, since: epochMs(triedAt - 1) })).toEqual([letter])
  expect(await jobs.listFailing({ id, since: epochMs(triedAt + 1) })).toEqual([])
})

// @spec P.324
test('jobs that were given up are listed by the same, and only those that are meant are put back', async () => {
  expect(queuesOf(await jobs.listGivenUp())).toEqual(QUEUES)
  const [letter, ...others] = await jobs.listGivenUp({ queue: 'letters' })
  expect(others).toEqual([])
  expect(letter).toMatchObject({ queue: 'letters', attempts: 1, reason: 'no such address' })
  const { id, givenUpAt } = letter!
  expect(await jobs.listGivenUp({ id, queue: 'letters', since: epochMs(givenUpAt - 1) })).toEqual([letter])
  expect(await jobs.listGivenUp({ since: epochMs(givenUpAt + HOUR_MS) })).toEqual([])
  expect(await jobs.retryGivenUp({ id: newId() })).toBe(0)
  expect(await jobs.retryGivenUp({ since: epochMs(givenUpAt + HOUR_MS) })).toBe(0)
  expect(await jobs.retryGivenUp({ queue: 'letters' })).toBe(1)
  expect(queuesOf(await jobs.listGivenUp())).toEqual(['parcels'])
  expect(await ranNow()).toEqual([{ queue: 'letters', hopeless: true }])
})

// @spec P.324
test('a job that was given up is dropped once, with who did it and why, and no retry finds it', async () => {
  const [parcel] = await jobs.listGivenUp({ queue: 'parcels' })
  const told = { by: 'Luis', why: 'No existe' }
  expect(await jobs.dropGivenUp(newId(), told)).toBe(false)
  // One that is tried again is not one that was given up.
  const [failing] = await jobs.listFailing()
  expect(await jobs.dropGivenUp(failing!.id, told)).toBe(false)
  expect(await jobs.dropGivenUp(parcel!.id, told)).toBe(true)
  expect(await jobs.dropGivenUp(parcel!.id, { by: 'Eva', why: 'X' })).toBe(false)
  expect(await jobs.listGivenUp()).toEqual([])
  expect(await jobs.retryGivenUp()).toBe(0)
  const { rows } = await database.pool.query('select state, output from pgboss.job where id = $1', [
    parcel!.id,
  ])
  expect(rows).toEqual([{ state: 'cancelled', output: { droppedBy: 'Luis', why: 'No existe' } }])
})

// @spec P.324
test('jobs that fail are tried now on request, those that are meant, and their attempts go on counting', async () => {
  const [letter] = await jobs.listFailing({ queue: 'letters' })
  expect(await ranNow()).toEqual([])
  expect(await jobs.hurryFailing({ id: newId() })).toBe(0)
  expect(await jobs.hurryFailing({ since: epochMs(letter!.triedAt + HOUR_MS) })).toBe(0)
  expect(await jobs.hurryFailing({ id: letter!.id, queue: 'parcels' })).toBe(0)
  expect(await ranNow()).toEqual([])
  expect(await jobs.hurryFailing({ queue: 'letters' })).toBe(1)
  const [next] = await jobs.listFailing()
  expect(next).toMatchObject({ id: letter!.id, attempts: 1 })
  expect(next!.nextAt).toBeLessThan(letter!.nextAt)
  expect(await ranNow()).toEqual([{ queue: 'letters' }])
  expect(queuesOf(await jobs.listFailing())).toEqual(['parcels'])
  expect(await jobs.hurryFailing()).toBe(1)
  expect(await ranNow()).toEqual([{ queue: 'parcels' }])
})

/** Runs what is due now. */
async function ranNow(): Promise<object[]> {
  const ran: object[] = []
  const run = async (data: object) => void ran.push(data)
  await jobs.drain(new Map(QUEUES.map((queue) => [queue, run])))
  return ran
}
