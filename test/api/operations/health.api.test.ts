import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { CALENDARS_QUEUE, EXPORTS_QUEUE, MAILS_QUEUE } from '#server/events/queues.ts'
import { startHeartbeat } from '#server/operations/heartbeat.ts'
import {
  BACKUP_LATE_MS,
  DISK_FULL_BYTES,
  DISK_NEARLY_FULL_BYTES,
} from '#server/operations/readiness.domain.ts'
import { readWork } from '#server/operations/work-state.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { startWorker } from '#server/worker.ts'
import { MINUTE_MS, epochMs } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'

let app: TestApp
let free: number | undefined = DISK_NEARLY_FULL_BYTES
let looks = 0
let heartbeat: { stop(): Promise<void> }
beforeAll(async () => {
  app = await makeApp({
    freeSpace: async () => {
      looks += 1
      if (free === undefined) throw new Error('EIO')
      return free
    },
  })
  heartbeat = await startHeartbeat(app.deps)
})
beforeEach(() => app.startTest())
afterAll(async () => {
  await heartbeat.stop()
  await app.close()
})

const ready = () => app.send({ method: 'GET', url: '/health/ready' })
const warned = async () => (await ready()).body
const WELL = { status: 'ok', warnings: [] }
const warning = (...warnings: string[]) => ({ status: 'ok', warnings })

test('ready says when the disk is about to take no more, and when it has room again', async () => {
  expect(await ready()).toMatchObject({ status: 200, body: WELL })
  free = DISK_NEARLY_FULL_BYTES - 1
  expect(await ready()).toMatchObject({ status: 200, body: warning('disk_nearly_full') })
  free = DISK_FULL_BYTES - 1
  expect(await ready()).toMatchObject({ status: 503, body: { status: 'disk_full' } })
  expect(await app.send({ method: 'GET', url: '/health/live' })).toMatchObject({ status: 200 })
  free = DISK_NEARLY_FULL_BYTES
  expect(await ready()).toMatchObject({ status: 200, body: WELL })
})

test('a data folder that cannot be read holds nothing', async () => {
  free = undefined
  expect(await ready()).toMatchObject({ status: 503, body: { status: 'disk_full' } })
  free = DISK_NEARLY_FULL_BYTES
  expect(await ready()).toMatchObject({ status: 200 })
})

test('probes at the same time are one look', async () => {
  looks = 0
  const answers = await Promise.all(Array.from({ length: 50 }, ready))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(looks).toBeLessThan(5)
})

// @spec P.320
test('ready warns of a worker without a sign of life for half a minute', async () => {
  await sql`update workers set seen_at = now() - interval '31 seconds'`.execute(app.deps.db)
  expect(await warned()).toEqual(warning('worker_silent'))
  await sql`update workers set seen_at = now()`.execute(app.deps.db)
  expect(await warned()).toEqual(WELL)
})

// @spec P.320
test('ready warns of timers and jobs that nobody takes, and of mails that all fail', async () => {
  const late = epochMs(app.clock.now() - 3 * MINUTE_MS)
  const timer = { key: 'test', command: JSON.stringify({ type: 'maintenance.purge' }), tries: 0 }
  await app.deps.db
    .insertInto('timers')
    .values({ ...timer, due_at: toTimestamp(late) })
    .execute()
  expect(await warned()).toEqual(warning('work_late'))
  // One that fails is put off, and is not late.
  await app.deps.db.updateTable('timers').set({ tries: 1 }).execute()
  expect(await warned()).toEqual(WELL)

  const put = (priority: 'ordinary' | 'bulk', queue: string = MAILS_QUEUE) =>
    app.deps.db.transaction().execute((tx) => app.deps.jobs.enqueue(tx, queue, {}, priority))
  const age = sql`update pgboss.job set start_after = now() - interval '3 minutes'`
  await put('bulk')
  await put('ordinary', CALENDARS_QUEUE)
  await put('ordinary', EXPORTS_QUEUE)
  await age.execute(app.deps.db)
  expect(await warned()).toEqual(WELL)
  await put('ordinary')
  await age.execute(app.deps.db)
  expect(await warned()).toEqual(warning('work_late'))
  await app.startTest()

  const failing = (count: number) =>
    sql`update workers set mails_failing_since = now() - interval '2 minutes', mails_failed = ${count}`
  await failing(2).execute(app.deps.db)
  expect(await warned()).toEqual(WELL)
  await failing(3).execute(app.deps.db)
  expect(await warned()).toEqual(warning('mails_failing'))
  await sql`update workers set mails_failing_since = null, mails_failed = 0`.execute(app.deps.db)
  expect(await warned()).toEqual(WELL)
})

// @spec P.320
test('without any backup its age is that of the database', async () => {
  const { db } = app.deps
  await sql`delete from backup_state`.execute(db)
  await sql`update schema_migrations set applied_at = applied_at - interval '40 hours'`.execute(db)
  const age = async () => (await readWork(app.deps)).backupAgeMs!
  expect(await age()).toBeGreaterThan(BACKUP_LATE_MS)
  await sql`insert into backup_state (made_at, name) values (now() - interval '1 hour', 'x')`.execute(db)
  expect(Math.round((await age()) / MINUTE_MS)).toBe(60)
  await sql`delete from backup_state`.execute(db)
  await sql`update schema_migrations set applied_at = applied_at + interval '40 hours'`.execute(db)
})

// @spec P.320
test('a worker whose start fails halfway is not one that is there', async () => {
  const count = () => sql<{ n: number }>`select count(*)::int as n from workers`.execute(app.deps.db)
  const before = (await count()).rows
  const work = () => Promise.reject(new Error('no queue'))
  await expect(startWorker({ ...app.deps, jobs: { ...app.deps.jobs, work } })).rejects.toThrow('no queue')
  expect((await count()).rows).toEqual(before)
})

test('every answer carries its request id, which an error shows as well', async () => {
  const { headers, body } = await app.send({ method: 'GET', url: '/v1/auth/me' })
  expect(headers['x-request-id']).toBe((body as { requestId: string }).requestId)
})
