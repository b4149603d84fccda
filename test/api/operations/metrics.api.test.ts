import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { noteEnded } from '#server/backup/backup-state.ts'
import { STUCK_AFTER } from '#server/events/due-timers.ts'
import { MAILS_QUEUE } from '#server/events/queues.ts'
import { measureProcess } from '#server/operations/gauges.ts'
import { startHeartbeat } from '#server/operations/heartbeat.ts'
import { HopelessJob } from '#server/platform/jobs/hopeless-job.ts'
import { GAUGES } from '#server/platform/metrics/metrics.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { HOUR_MS, MINUTE_MS, epochMs } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { pageColumn } from '#test/support/servers/page-blocks.ts'
import { openSocket } from '#test/support/sockets.ts'

const TOKEN = 'Wm3xK8pQ1vB6nH4tY9rL2cF7jD5sG0aZ'

let database: TestDatabase
let app: TestApp
beforeAll(async () => {
  database = await openTestDatabase()
  app = await makeApp({ database, env: { METRICS_TOKEN: TOKEN, REQUESTS_PER_MINUTE: '200' } })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const scrape = (authorization?: string, of = app) =>
  of.send({ method: 'GET', url: '/metrics', ...(authorization && { headers: { authorization } }) })

/** The value of a series, as Prometheus reads it. */
async function valueOf(series: string, of?: TestApp): Promise<number | undefined> {
  const line = (await page(of)).split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

async function page(of?: TestApp): Promise<string> {
  const { status, body } = await scrape(`Bearer ${TOKEN}`, of)
  expect(status).toBe(200)
  return String(body)
}

// @spec P.321
describe('metrics', () => {
  test.each([undefined, 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, TOKEN])(
    'are refused to %s',
    async (authorization) => {
      const { status, body, headers } = await scrape(authorization)
      expect({ status, body }).toMatchObject({ status: 401, body: { code: 'auth.required' } })
      expect(headers['www-authenticate']).toBe('Bearer')
    },
  )

  test('do not exist without a token of the operator', async () => {
    const other = await makeApp()
    const answer = await other.send({
      method: 'GET',
      url: '/metrics',
      headers: { authorization: 'Bearer undefined' },
    })
    expect(answer.status).toBe(404)
    await other.close()
  })

  test('count requests by the pattern of their route, and name no path or id', async () => {
    const coach = await newCoach(app)
    const { clientId } = await newClient(app, coach)
    const at = { params: { clientId } }
    expect((await app.call('GET /v1/client/:clientId', at, coach.token)).status).toBe(200)
    expect((await app.call('GET /v1/client/:clientId', at)).status).toBe(401)
    await app.send({ method: 'GET', url: `/v1/${clientId}` })
    const of = (status: string) =>
      valueOf(`norte_http_requests_total{method="GET",route="/v1/client/:clientId",status="${status}"}`)
    expect([await of('2xx'), await of('4xx')]).toEqual([1, 1])
    const seconds = 'norte_http_request_duration_seconds_count{method="GET",route="/v1/client/:clientId"}'
    expect(await valueOf(seconds)).toBe(2)
    expect(String((await scrape(`Bearer ${TOKEN}`)).body)).not.toContain(clientId)
  })

  test('have a job that waits, one that was given up, and what became of its attempt', async () => {
    await app.startTest()
    const worker = await makeApp({ database, env: { METRICS_TOKEN: TOKEN } })
    const put = () =>
      database.db.transaction().execute((tx) => app.deps.jobs.enqueue(tx, MAILS_QUEUE, { v: 1 }))
    const jobs = (state: string) => valueOf(`norte_jobs{queue="${MAILS_QUEUE}",state="${state}"}`)
    await put()
    expect([await jobs('waiting'), await jobs('given_up')]).toEqual([1, 0])
    await sql`update pgboss.job set start_after = now() - interval '3 hours' where name = ${MAILS_QUEUE}`.execute(
      database.db,
    )
    const oldest = await valueOf(`norte_jobs_oldest_seconds{queue="${MAILS_QUEUE}"}`)
    expect(Math.round((oldest! * 1_000) / HOUR_MS)).toBe(3)
    await worker.deps.jobs.work(MAILS_QUEUE, { atOnce: 1 }, () => Promise.reject(new HopelessJob('no such')))
    await expect.poll(() => worker.deps.jobs.listGivenUp()).toHaveLength(1)
    expect([await jobs('waiting'), await jobs('given_up')]).toEqual([0, 1])
    const attempts = `norte_jobs_total{queue="${MAILS_QUEUE}",outcome="given_up"}`
    expect([await valueOf(attempts, worker), await valueOf(attempts)]).toEqual([1, undefined])
    await worker.close()
  })

  test('have the sockets that are open, and the connections that are used and waited for', async () => {
    const coach = await newCoach(app)
    expect(await valueOf('norte_sockets_open')).toBe(0)
    const socket = await openSocket(await app.listen(), coach.token)
    expect(await valueOf('norte_sockets_open')).toBe(1)
    socket.close()
    await expect.poll(() => app.deps.realtime.countSockets()).toBe(0)
    expect(await valueOf('norte_sockets_open')).toBe(0)

    const used = () => valueOf('norte_database_connections{state="used"}')
    expect(await used()).toBe(0)
    const held = [await database.pool.connect()]
    expect([await used(), await valueOf('norte_database_waiting')]).toEqual([1, 0])
    // With all of them held the page itself would wait: what it would say.
    while (held.length < database.pool.options.max) held.push(await database.pool.connect())
    const asked = database.pool.query('select')
    const now = new Map(
      measureProcess(app.deps).map(({ name, labels, value }) => [`${name} ${labels?.['state']}`, value]),
    )
    expect(now.get('norte_database_connections used')).toBe(held.length)
    expect(now.get('norte_database_connections idle')).toBe(0)
    expect(now.get('norte_database_waiting undefined')).toBe(1)
    for (const connection of held) connection.release()
    await asked
    expect([await used(), await valueOf('norte_database_waiting')]).toEqual([0, 0])
  })

  test('have the timers that are late and those that keep failing', async () => {
    await app.startTest()
    const late = async () =>
      Promise.all(['due', 'late_seconds', 'stuck'].map((name) => valueOf(`norte_timers_${name}`)))
    expect(await late()).toEqual([0, 0, 0])
    const command = JSON.stringify({ type: 'maintenance.purge' })
    const before = (minutes: number) => toTimestamp(epochMs(app.clock.now() - minutes * MINUTE_MS))
    await database.db
      .insertInto('timers')
      .values([
        { key: 'late', command, tries: 0, due_at: before(3) },
        { key: 'stuck', command, tries: STUCK_AFTER, due_at: before(60) },
      ])
      .execute()
    expect(await late()).toEqual([2, 180, 1])
    await database.db.deleteFrom('timers').execute()
  })

  test('have the workers that are there, their mails, and the newest backup; and no name that the page does not explain', async () => {
    // Nothing is known of a worker or a backup that never was.
    for (const name of ['norte_worker_heartbeat_age_seconds', 'norte_backup_age_seconds'])
      expect(await valueOf(name)).toBeUndefined()
    expect([await valueOf('norte_workers'), await valueOf('norte_backup_failures')]).toEqual([0, 0])
    expect(await valueOf('norte_warning{warning="worker_silent"}')).toBe(1)

    const heartbeat = await startHeartbeat(app.deps)
    const ago = (hours: number) => sql`now() - ${hours} * interval '1 hour'`
    await sql`update workers set mails_failing_since = ${ago(4)}, mails_failed = 3`.execute(database.db)
    await sql`insert into backup_state (made_at, name) values (${ago(5)}, 'x')`.execute(database.db)
    await noteEnded(database, { reason: 'x', known: 0 })
    const hours = async (name: string) => Math.round(((await valueOf(name))! * 1_000) / HOUR_MS)
    expect(await hours('norte_worker_heartbeat_age_seconds')).toBe(0)
    expect(await hours('norte_mails_failing_seconds')).toBe(4)
    expect(await hours('norte_backup_age_seconds')).toBe(5)
    expect([await valueOf('norte_workers'), await valueOf('norte_backup_failures')]).toEqual([1, 1])
    expect(await valueOf('norte_warning{warning="worker_silent"}')).toBeUndefined()
    expect(await valueOf('norte_warning{warning="mails_failing"}')).toBe(1)

    expect([await valueOf('norte_ready'), await valueOf('norte_database_up')]).toEqual([1, 1])
    expect(await valueOf('norte_disk_free_bytes')).toBeGreaterThan(0)

    const text = await page()
    const answered = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name!)
    expect(Object.keys(GAUGES).filter((name) => !answered.includes(name))).toEqual([])
    const explained = pageColumn('Metrics').flatMap((cell) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
    )
    const isOwn = (name: string) => name.startsWith('norte_')
    expect(explained.filter(isOwn).toSorted()).toEqual(answered.filter(isOwn).toSorted())
    const families = explained.filter((name) => name.endsWith('…')).map((name) => name.slice(0, -1))
    const others = explained.filter((name) => !isOwn(name) && !name.endsWith('…'))
    expect(others.filter((name) => !answered.includes(name))).toEqual([])
    const unknown = answered.filter(
      (name) => !isOwn(name) && !families.some((family) => name.startsWith(family)),
    )
    expect(unknown).toEqual([])
    // Of each a number, and none twice.
    const values = text.split('\n').filter((line) => isOwn(line))
    expect(values.filter((line) => !/ -?[\d.]+(?:e[+-]?\d+)?$/.test(line))).toEqual([])
    const series = values.map((line) => line.slice(0, line.lastIndexOf(' ')))
    expect(new Set(series).size).toBe(series.length)
    await heartbeat.stop()
  })

  test('go on without the database, of which they say only that', async () => {
    const broken = await makeApp({ env: { METRICS_TOKEN: TOKEN } })
    await broken.deps.db.schema.dropTable('workers').execute()
    const { status, body } = await broken.send({
      method: 'GET',
      url: '/metrics',
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    expect(status).toBe(200)
    expect(String(body)).toMatch(/^norte_database_up 0$/m)
    expect(String(body)).toMatch(/^norte_ready 0$/m)
    expect(String(body)).toMatch(/^process_resident_memory_bytes \d/m)
    expect(String(body)).not.toMatch(/^norte_workers /m)
    await broken.close()
  })

  test('are counted by the gate like any request, and count what it refused', async () => {
    let status = 200
    for (let asked = 0; status !== 429 && asked < 300; asked += 1) ({ status } = await scrape('Bearer wrong'))
    expect(status).toBe(429)
    app.clock.advance(61_000)
    expect(await valueOf('norte_requests_limited_total')).toBeGreaterThan(0)
  })
})
