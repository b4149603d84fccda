import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { type Jobs, type NewJob, createJobs } from './jobs.ts'
import { currentContext, inContext } from '#server/work-context.ts'
import { createLogger } from '../logger.ts'
import { HopelessJob } from './hopeless-job.ts'

let database: TestDatabase
let jobs: Jobs
beforeAll(async () => {
  database = await openTestDatabase()
  jobs = await createJobs(database.connection, {
    queues: ['letters'],
    log: createLogger('silent'),
    supervise: true,
  })
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

test('two processes that drain the same queues leave no job behind, not even one that a job has made', async () => {
  const other = await createJobs(database.connection, {
    queues: ['first', 'second', 'third'],
    log: createLogger('silent'),
    supervise: false,
  })
  let made = 0
  let done = 0
  const count = async () => void (done += 1)
  const passOn = (queue: string) => async () => {
    made += 1
    await database.db.transaction().execute((tx) => other.enqueueAll(tx, queue, [{ data: {} }]))
  }
  // Jobs pass from the last queue over the middle one to the first.
  const handlers = new Map([
    ['first', count],
    ['second', passOn('first')],
    ['third', passOn('second')],
  ])
  for (let round = 1; round <= 20; round += 1) {
    await database.db.transaction().execute(async (tx) => {
      await other.enqueueAll(tx, 'first', [{ data: {} }])
      await other.enqueueAll(tx, 'third', [{ data: {} }])
    })
    await Promise.all([jobs.drain(handlers), other.drain(handlers)])
    expect({ made, done }).toEqual({ made: round * 2, done: round * 2 })
  }
  await other.stop()
})

test('more jobs than workers, woken by one commit, run one after another without a pause', async () => {
  const done: unknown[] = []
  const all = Promise.withResolvers<void>()
  await jobs.work('letters', { atOnce: 2 }, async (data) => {
    done.push(data)
    if (done.length === 40) all.resolve()
  })
  const letters = Array.from({ length: 40 }, (_, letter) => ({ data: { letter } }))
  // Both workers are idle by the time the queue is filled; only this commit wakes them.
  await database.db.transaction().execute((tx) => jobs.enqueueAll(tx, 'letters', letters))
  await all.promise
  expect(done).toHaveLength(40)
  expect(new Set(done.map((data) => JSON.stringify(data))).size).toBe(40)
})

test('urgent jobs overtake those that wait, bulk ones let all others pass, each in their order', async () => {
  const queue = 'priorities'
  const own = await createJobs(database.connection, {
    queues: [queue],
    log: createLogger('silent'),
    supervise: true,
  })
  const put = (...waiting: NewJob[]) =>
    database.db.transaction().execute((tx) => own.enqueueAll(tx, queue, waiting))
  await put(
    { data: { letter: 'bulk 1' }, priority: 'bulk' },
    { data: { letter: 'bulk 2' }, priority: 'bulk' },
  )
  // As releases without priorities queued theirs.
  await database.pool.query('insert into pgboss.job (name, data) values ($1, $2)', [
    queue,
    { letter: 'older' },
  ])
  await put({ data: { letter: 'ordinary' } })
  await database.db.transaction().execute((tx) => own.enqueue(tx, queue, { letter: 'urgent' }, 'urgent'))
  const done: unknown[] = []
  const all = Promise.withResolvers<void>()
  await own.work(queue, { atOnce: 1 }, async (data) => {
    done.push((data as { letter: string }).letter)
    if (done.length === 5) all.resolve()
  })
  await all.promise
  expect(done).toEqual(['urgent', 'older', 'ordinary', 'bulk 1', 'bulk 2'])
  await own.stop()
})

// @spec P.322
test('a job runs in the context of the request that queued it, and passes it on; one of an earlier release has none', async () => {
  const own = await createJobs(database.connection, {
    queues: ['causes', 'results'],
    log: createLogger('silent'),
    supervise: false,
  })
  const seen: unknown[] = []
  const put = (queue: string, data: object) =>
    database.db.transaction().execute((tx) => own.enqueue(tx, queue, data))
  const handlers = new Map([
    ['causes', () => put('results', {})],
    ['results', async () => void seen.push(currentContext())],
  ])
  await inContext({ requestId: 'request-7' }, () => put('causes', {}))
  await own.drain(handlers)
  await database.pool.query('insert into pgboss.job (name, data) values ($1, $2)', ['results', {}])
  await own.drain(handlers)
  const context = { queue: 'results', job: expect.any(String) as string }
  expect(seen).toEqual([{ ...context, requestId: 'request-7' }, context])
  await own.stop()
})

// @spec P.339
test('what is kept of a job that failed has no address: tried again, given up, dropped, or of an earlier release', async () => {
  const lines: string[] = []
  const log = createLogger('info', { write: (line) => void lines.push(line) })
  const open = () => createJobs(database.connection, { queues: ['busy', 'refused'], log, supervise: true })
  const own = await open()
  const busy = '450 4.2.0 <ana@correo.example>: busy, and so is luis@correo.example'
  const failing = Promise.withResolvers<void>()
  await own.work('busy', { atOnce: 1 }, () => Promise.reject(new Error(busy)).finally(failing.resolve))
  await own.work('refused', { atOnce: 1 }, () => Promise.reject(new HopelessJob('550 ana@correo.example')))
  await database.db.transaction().execute(async (tx) => {
    await own.enqueue(tx, 'busy', {})
    await own.enqueue(tx, 'refused', {})
  })
  await failing.promise
  await expect.poll(() => own.listGivenUp(), { timeout: 60_000 }).toMatchObject([{ reason: '550 …' }])
  await expect
    .poll(() => own.listFailing(), { timeout: 60_000 })
    .toMatchObject([{ reason: '450 4.2.0 <…>: busy, and so is …' }])
  const [givenUp] = await own.listGivenUp()
  await own.dropGivenUp(givenUp!.id, { by: 'Luis', why: 'nobody reads ana@correo.example' })
  await own.stop()
  expect(lines.join()).toContain('job given up')
  expect(lines.join()).not.toContain('@correo.example')

  const rows = async () => {
    const { rows: found } = await database.pool.query<{ output: string; source: string }>(
      `select output::text, source_output::text as source from pgboss.job where name in ('busy', 'refused', 'given-up')`,
    )
    return found
  }
  expect(JSON.stringify(await rows())).not.toContain('@')
  await database.pool.query(
    `update pgboss.job set output = case when output is not null then $1::jsonb end,
       source_output = case when source_output is not null then $1::jsonb end
     where name in ('busy', 'refused', 'given-up')`,
    [
      JSON.stringify({
        message: 'a\n"ana@correo.example" busy',
        why: 'luis@correo.example asked',
        stack: 'at x',
      }),
    ],
  )
  await (await open()).stop()
  const cleaned = JSON.stringify(await rows())
  expect(cleaned).toContain('busy')
  expect(cleaned).toContain('asked')
  expect(cleaned).not.toContain('@')
})
