import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAILS_QUEUE } from '#server/events/queues.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newClient, newCoach } from '#test/support/people.ts'

const TOKEN = 'Wm3xK8pQ1vB6nH4tY9rL2cF7jD5sG0aZ'

let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { METRICS_TOKEN: TOKEN, REQUESTS_PER_MINUTE: '200' } })
})
afterAll(() => app.close())

const scrape = (authorization?: string) =>
  app.send({ method: 'GET', url: '/metrics', ...(authorization && { headers: { authorization } }) })

/** The value of a series, as Prometheus reads it. */
async function valueOf(series: string): Promise<number | undefined> {
  const { status, body } = await scrape(`Bearer ${TOKEN}`)
  expect(status).toBe(200)
  const line = String(body)
    .split('\n')
    .find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
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

  test('say what there is to do, of this process and of the installation', async () => {
    const { jobs, db } = app.deps
    await db.transaction().execute((tx) => jobs.enqueue(tx, MAILS_QUEUE, {}))
    expect(await valueOf(`norte_jobs{queue="${MAILS_QUEUE}",state="waiting"}`)).toBe(1)
    expect(await valueOf(`norte_jobs{queue="${MAILS_QUEUE}",state="given_up"}`)).toBe(0)
    for (const name of [
      'norte_ready',
      'norte_database_up',
      'norte_sockets_open',
      'norte_database_waiting',
      'norte_timers_due',
      'norte_timers_late_seconds',
      'norte_workers',
      'norte_disk_free_bytes',
      'norte_mails_total{outcome="sent"}',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ])
      expect({ name, value: await valueOf(name) }).toEqual({ name, value: expect.any(Number) as number })
    // Nothing is known of a worker that never was.
    expect(await valueOf('norte_worker_heartbeat_age_seconds')).toBeUndefined()
    expect(await valueOf('norte_warning{warning="worker_silent"}')).toBe(1)
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
