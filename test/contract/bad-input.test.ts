import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { EXAMPLES, type Practice, makePractice } from '#test/support/examples.ts'

type Answer = { status: number; body: { error: string; code: string; fields?: Record<string, string> } }

// Without a good signature nobody gets as far as the input of a signed call (access.test.ts).
const endpoints = [...ENDPOINTS.entries()].filter(([, { access }]) => access !== 'signed')
const withBody = endpoints.filter(([, { body }]) => body)

let app: TestApp
let practice: Practice

beforeAll(async () => {
  app = await makeApp()
  practice = await makePractice(app)
})
afterAll(() => app.close())

function tokenFor({ access }: Endpoint) {
  if (access === 'public') return undefined
  return access === 'client' ? practice.client.token : practice.coach.token
}

async function request(
  endpoint: Endpoint,
  parts: { query?: Record<string, string>; body?: unknown; headers?: Record<string, string> },
): Promise<Answer> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, id: string) => practice.ids[id]!)
  const search = new URLSearchParams(parts.query).toString()
  const answer = await app.send({
    method: endpoint.method,
    url: search ? `${path}?${search}` : path,
    body: parts.body,
    headers: parts.headers,
    token: tokenFor(endpoint),
  })
  return answer as Answer
}

function expectFieldError(answer: Answer, field?: string) {
  expect([answer.status, answer.body.code]).toEqual([422, 'request.invalid'])
  const fields = answer.body.fields ?? {}
  expect(Object.keys(fields).length).toBeGreaterThan(0)
  for (const text of Object.values(fields)) expect(text).toMatch(/\p{L}{3}/u)
  if (field !== undefined) expect(fields).toHaveProperty([field])
}

/** A name of no meaning, and one that every object has already. */
const UNKNOWN = ['intruso', 'toString']

describe('a body', () => {
  it.each(withBody)('%s refuses a key it does not know and names it', async (name, endpoint) => {
    for (const unknown of UNKNOWN) {
      const body = { ...EXAMPLES[name]!.body, [unknown]: 1 }
      expectFieldError(await request(endpoint, { query: EXAMPLES[name]!.query, body }), unknown)
    }
  })

  it.each(withBody)('%s refuses a wrong type in every field', async (name, endpoint) => {
    const good = EXAMPLES[name]!.body!
    for (const field of Object.keys(good)) {
      for (const wrong of [{ a: { b: 1 } }, 1e300]) {
        const answer = await request(endpoint, { body: { ...good, [field]: wrong } })
        expect(answer.status).toBe(422)
        expect(Object.keys(answer.body.fields ?? {}).some((key) => key.split('.')[0] === field)).toBe(true)
      }
    }
  })

  const withText = withBody.filter(([name]) =>
    Object.values(EXAMPLES[name]!.body!).some((value) => typeof value === 'string'),
  )

  it.each(withText)('%s refuses overlong texts', async (name, endpoint) => {
    const good = EXAMPLES[name]!.body!
    for (const [field, value] of Object.entries(good)) {
      if (typeof value !== 'string') continue
      expectFieldError(await request(endpoint, { body: { ...good, [field]: 'a'.repeat(64_000) } }), field)
    }
  })

  it.each(withText)('%s fails at no half of a character and at no NUL', async (name, endpoint) => {
    const good = EXAMPLES[name]!.body!
    for (const [field, value] of Object.entries(good)) {
      if (typeof value !== 'string') continue
      for (const end of [' \ud83d', 'a\u0000a']) {
        const answer = await request(endpoint, { body: { ...good, [field]: `${value}${end}` } })
        expect.soft(answer.status, field).toBeLessThan(500)
      }
    }
  })

  it.each(withBody)(
    '%s refuses what is no JSON, another type, and more than it takes',
    async (_name, endpoint) => {
      const json = { 'content-type': 'application/json' }
      const malformed = await request(endpoint, { body: '{"a":', headers: json })
      expect([malformed.status, malformed.body.code]).toEqual([400, 'request.malformed'])
      const poisoned = await request(endpoint, { body: '{"__proto__":{"x":1}}', headers: json })
      expect([poisoned.status, poisoned.body.code]).toEqual([400, 'request.malformed'])
      const text = await request(endpoint, { body: 'hola', headers: { 'content-type': 'text/plain' } })
      expect([text.status, text.body.code]).toEqual([415, 'request.unsupported_media'])
      const large = await request(endpoint, {
        body: JSON.stringify({ a: 'x'.repeat(endpoint.largeBody ? 1_050_000 : 132_000) }),
        headers: json,
      })
      expect([large.status, large.body.code]).toEqual([413, 'request.too_large'])
    },
  )

  it.each(withBody)('%s answers anything at all without failing', async (_name, endpoint) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.object()), async (value) => {
        const answer = await request(endpoint, {
          body: JSON.stringify(value) ?? 'null',
          headers: { 'content-type': 'application/json' },
        })
        expect(answer.status).toBeLessThan(500)
      }),
      { numRuns: 15, seed: 41 },
    )
  })
})

const dates = ['2027-02-30', '2027-13-01', '27-02-01', '2027-02-01T00:00:00Z', '']
const instants = [
  '2027-02-30T10:00:00.000Z',
  '2027-02-01T25:00:00.000Z',
  '2027-02-01T10:00:00',
  '2027-02-01T10:00:00.1234567Z',
  '2027-02-01',
  'ayer',
]
const zones = ['America/Atlantis', 'GMT+25', '../etc/passwd', '']

describe('dates, instants and zones that do not exist', () => {
  it.each(dates)('refuses the date %j', async (from) => {
    const endpoint = ENDPOINTS.get('getAvailability')!
    expectFieldError(await request(endpoint, { query: { from, to: '2027-03-01', duration: '60' } }), 'from')
  })

  it.each(instants)('refuses the instant %j', async (startsAt) => {
    const endpoint = ENDPOINTS.get('createSession')!
    expectFieldError(
      await request(endpoint, { body: { ...EXAMPLES['createSession']!.body, startsAt } }),
      'startsAt',
    )
  })

  it.each(zones)('refuses the zone %j', async (timezone) => {
    const endpoint = ENDPOINTS.get('register')!
    expectFieldError(
      await request(endpoint, { body: { ...EXAMPLES['register']!.body, timezone } }),
      'timezone',
    )
  })
})

const HOSTILE = [
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '"; drop table users; --',
  '\u0000',
  'a\u0000a',
  '(a+)+$',
  '🙂',
]

describe('a query', () => {
  // A provider may add parameters to its answer, which are passed over (RFC 6749 §4.1.2).
  it.each(endpoints.filter(([name, { query }]) => query && name !== 'finishGoogle'))(
    '%s refuses a parameter it does not know',
    async (name, endpoint) => {
      for (const unknown of UNKNOWN) {
        const query = { ...EXAMPLES[name]!.query, [unknown]: '1' }
        expectFieldError(await request(endpoint, { query, body: EXAMPLES[name]!.body }), unknown)
      }
    },
  )

  it.each(endpoints.filter(([, { query }]) => !query))(
    '%s, which takes none, refuses one',
    async (name, endpoint) => {
      expectFieldError(
        await request(endpoint, { query: { intruso: '1' }, body: EXAMPLES[name]?.body }),
        'intruso',
      )
    },
  )

  const withQuery = endpoints.flatMap(([name, endpoint]) =>
    endpoint.query instanceof z.ZodObject
      ? [[name, endpoint, Object.keys(endpoint.query.shape)] as const]
      : [],
  )

  it.each(withQuery)(
    'of %s fails at nothing hostile in any parameter',
    async (name, endpoint, parameters) => {
      const { query, body } = EXAMPLES[name]!
      for (const parameter of parameters) {
        for (const hostile of HOSTILE) {
          const { status } = await request(endpoint, { query: { ...query, [parameter]: hostile }, body })
          expect.soft(status, `${parameter}=${hostile}`).toBeLessThan(500)
        }
      }
    },
  )

  it('refuses pages and sizes out of bounds', async () => {
    const endpoint = ENDPOINTS.get('listClients')!
    const bad: Record<string, string>[] = [
      { items: '0' },
      { items: '101' },
      { items: 'x' },
      { page: '0' },
      { page: '1.5' },
      { direction: 'up' },
    ]
    for (const query of bad) {
      expectFieldError(await request(endpoint, { query }), Object.keys(query)[0])
    }
  })

  it.each(HOSTILE)('searches for %j literally and without failing', async (search) => {
    const answer = await request(ENDPOINTS.get('listClients')!, { query: { search } })
    expect([200, 422]).toContain(answer.status)
    if (answer.status === 200) expect((answer.body as never as { total: number }).total).toBe(0)
  })
})
