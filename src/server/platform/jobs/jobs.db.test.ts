import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { type Jobs, createJobs } from './jobs.ts'
import { createLogger } from '../logger.ts'

let database: TestDatabase
let jobs: Jobs
beforeAll(async () => {
  database = await openTestDatabase()
  jobs = await createJobs(database.connection, {
    queues: ['letters', 'notes'],
    log: createLogger('silent'),
    supervise: true,
  })
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

test('more jobs than workers, woken by one commit, run one after another without a pause', async () => {
  const done: unknown[] = []
  const all = Promise.withResolvers<void>()
  await jobs.work('letters', { atOnce: 2 }, async (data) => {
    done.push(data)
    if (done.length === 40) all.resolve()
  })
  const letters = Array.from({ length: 40 }, (_, letter) => ({ letter }))
  // Both workers are idle by the time the queue is filled; only this commit wakes them.
  await database.db.transaction().execute((tx) => jobs.enqueueAll(tx, 'letters', letters))
  await all.promise
  expect(done).toHaveLength(40)
  expect(new Set(done.map((data) => JSON.stringify(data))).size).toBe(40)
})

test('draining runs jobs in their order, also those that come meanwhile, and one that throws holds up no other', async () => {
  const put = (letters: readonly number[]) =>
    database.db.transaction().execute(async (tx) => {
      for (const letter of letters) await jobs.enqueue(tx, 'notes', { letter })
    })
  // More than are fetched together.
  const commits = Array.from({ length: 12 }, (_, commit) =>
    Array.from({ length: 5 }, (__, at) => commit * 5 + at),
  )
  for (const letters of commits) await put(letters)
  const done: number[] = []
  const drain = (fails?: number) =>
    jobs.drain('notes', async (data) => {
      const { letter } = data as { letter: number }
      if (letter === fails) throw new Error(`letter ${letter}`)
      if (letter === 0) await put([60])
      done.push(letter)
    })
  await expect(drain(7)).rejects.toThrow('letter 7')
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(await drain()).toBe(53)
  // Those of one commit that went back have lost their order.
  const commitOf = (letter: number) => Math.floor(letter / 5)
  expect(done.map(commitOf)).toEqual([...commits.flat().filter((letter) => letter !== 7), 60].map(commitOf))
  expect(new Set(done).size).toBe(60)
  expect(await drain()).toBe(0)
})
