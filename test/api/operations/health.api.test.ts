import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { noteEnded } from '#server/backup/backup-state.ts'
import { createLogger } from '#server/platform/logger.ts'
import { CALENDARS_QUEUE, EXPORTS_QUEUE, MAILS_QUEUE } from '#server/events/queues.ts'
import { startHeartbeat } from '#server/operations/heartbeat.ts'
import { DISK_FULL_BYTES, DISK_NEARLY_FULL_BYTES } from '#server/operations/readiness.domain.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { startWorker } from '#server/worker.ts'
import { HOUR_MS, MINUTE_MS, epochMs } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'

let database: TestDatabase
let app: TestApp
let free: number | undefined = DISK_NEARLY_FULL_BYTES
let looks = 0
let heartbeat: { stop(): Promise<void> }
beforeAll(async () => {
  database = await openTestDatabase()
  app = await makeApp({
    database,
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
  await database.close()
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

// @spec P.314, P.320
test('ready says how old the newest backup is, and warns of one that is late or fails', async () => {
  const { db } = app.deps
  const lines: string[] = []
  const daily = await makeApp({
    database,
    freeSpace: async () => DISK_NEARLY_FULL_BYTES,
    log: createLogger('info', { write: (line: string) => void lines.push(line) }),
    env: { BACKUP_DIR: '/mnt/backups', BACKUP_AT: '03:30 America/Mexico_City' },
  })
  const asked = () => daily.send({ method: 'GET', url: '/health/ready' })
  const inHours = (body: unknown) =>
    Math.round(((body as { backupAgeSeconds: number }).backupAgeSeconds * 1_000) / HOUR_MS)

  // Where no backups are set up there is nothing to say of them; where they are, none was made yet.
  expect(await warned()).toEqual(WELL)
  expect(await asked()).toMatchObject({ status: 200, body: { ...WELL, backupAgeSeconds: null } })
  const shift = (hours: number) =>
    sql`update schema_migrations set applied_at = applied_at + ${hours} * interval '1 hour'`.execute(db)
  await shift(-37)
  const never = { ...warning('backup_late'), backupAgeSeconds: null }
  expect(await asked()).toMatchObject({ status: 200, body: never })
  await shift(37)
  const told = () => lines.filter((line) => line.includes('"msg":"readiness"')).length
  expect(told()).toBe(2)
  await sql`insert into backup_state (made_at, name) values (now() - interval '5 hours', 'x')`.execute(db)
  for (const { status, body } of [await asked(), await ready()]) {
    expect({ status, body }).toMatchObject({ status: 200, body: WELL })
    expect(inHours(body)).toBe(5)
  }
  // How old it is changes all the time; that is no line of the log.
  await sql`update backup_state set made_at = made_at - interval '1 hour'`.execute(db)
  expect(inHours((await asked()).body)).toBe(6)
  expect(told()).toBe(3)

  await sql`update backup_state set made_at = now() - interval '37 hours'`.execute(db)
  const late = await asked()
  expect(late).toMatchObject({ status: 200, body: warning('backup_late') })
  expect(inHours(late.body)).toBe(37)
  expect(told()).toBe(4)
  await sql`update backup_state set made_at = now()`.execute(db)
  await noteEnded({ db }, { reason: 'x', known: 0 })
  expect(await asked()).toMatchObject({ status: 200, body: warning('backup_failing') })
  await sql`delete from backup_state`.execute(db)
  await daily.close()
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
