import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { missingCode } from '#server/http/authorize.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { EXAMPLES, type Practice, makePractice } from '#test/support/examples.ts'
import { type TestCoach, newCoach } from '#test/support/people.ts'
import { noteRoute, sendNote } from '#test/support/fakes/signing-service.ts'

// With an example of a signed call, so that the sweep of those never runs over nothing.
const endpoints: [string, Endpoint][] = [...ENDPOINTS.entries(), ['sendNote', sendNote]]
const signed = endpoints.filter(([, { access }]) => access === 'signed')
const guarded = endpoints.filter(([, { access }]) => access !== 'public' && access !== 'signed')

let app: TestApp
let ours: Practice
let theirs: Practice
let unpaid: TestCoach

beforeAll(async () => {
  app = await makeApp({ routes: [noteRoute] })
  ours = await makePractice(app)
  theirs = await makePractice(app)
  unpaid = await newCoach(app, { paid: false })
})
afterAll(() => app.close())

function request(name: string, endpoint: Endpoint, ids: Record<string, string>, token?: string) {
  const { query, body } = EXAMPLES[name] ?? {}
  const path = endpoint.path.replace(/:(\w+)/g, (_, id: string) => ids[id]!)
  const search = new URLSearchParams(query).toString()
  return app.send({ method: endpoint.method, url: search ? `${path}?${search}` : path, body, token })
}

const code = (answer: { body: unknown }) => (answer.body as { code?: string }).code

// @spec 6.7
describe('every endpoint', () => {
  const taking = endpoints.filter(([, { body, query }]) => body || query)

  it.each(taking)('%s has an example of its input', (name, endpoint) => {
    expect(Boolean(EXAMPLES[name]?.body)).toBe(Boolean(endpoint.body))
    expect(Boolean(EXAMPLES[name]?.query)).toBe(Boolean(endpoint.query))
  })

  it.each(guarded)('%s refuses a caller without a token', async (name, endpoint) => {
    const answer = await request(name, endpoint, ours.ids)
    expect([answer.status, code(answer)]).toEqual([401, 'auth.required'])
  })

  it.each(guarded)('%s refuses a token with a foreign signature', async (name, endpoint) => {
    const answer = await request(name, endpoint, ours.ids, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.')
    expect([answer.status, code(answer)]).toEqual([401, 'auth.required'])
  })

  it.each(signed)('%s refuses bytes without a signature, with a token too', async (name, endpoint) => {
    for (const token of [undefined, ours.coach.token]) {
      const answer = await request(name, endpoint, ours.ids, token)
      expect([answer.status, code(answer)]).toEqual([401, 'request.unsigned'])
    }
  })

  // @spec 1.1
  it.each(endpoints.filter(([, { access }]) => access === 'coach' || access === 'paidCoach'))(
    '%s refuses a client',
    async (name, endpoint) => {
      const answer = await request(name, endpoint, ours.ids, ours.client.token)
      expect([answer.status, code(answer)]).toEqual([403, 'auth.forbidden'])
    },
  )

  // @spec 1.2
  it.each(endpoints.filter(([, { access }]) => access === 'paidCoach' || access === 'clientOrPaidCoach'))(
    '%s refuses a coach who has not paid (product §5)',
    async (name, endpoint) => {
      const answer = await request(name, endpoint, ours.ids, unpaid.token)
      expect([answer.status, code(answer)]).toEqual([402, 'payment.required'])
    },
  )
})

// It has the actor be of any age: the statement that writes a message compares them (test/api/servers/two-servers.api.test.ts).
it('leaves it to one use case to see whether its actor is still who they were', () => {
  expect(endpoints.filter(([, { checksActor }]) => checksActor).map(([name]) => name)).toEqual([
    'sendMessage',
  ])
})

// A checkout is reached by its id alone, like the page of a payment provider; an invitation by its link's secret.
const named = guarded.filter(([, { path }]) => path.includes(':'))

describe('rows of another practice', () => {
  it.each(named)('%s answers for a foreign id exactly as for a missing one', async (name, endpoint) => {
    const missing = Object.fromEntries(
      Object.keys(ours.ids).map((id) => [id, '01890000-0000-7000-8000-000000000000']),
    )
    for (const token of [ours.coach.token, ours.client.token]) {
      const foreign = await request(name, endpoint, theirs.ids, token)
      const absent = await request(name, endpoint, missing, token)
      const without = (answer: typeof foreign) => ({ ...(answer.body as object), requestId: '' })
      expect(foreign.status).toBe(absent.status)
      expect(without(foreign)).toEqual(without(absent))
      expect([403, 404]).toContain(foreign.status)
    }
  })

  it.each(named.filter(([, { owner }]) => owner === 'self' || owner === 'practice'))(
    '%s looks at the owner before it looks at the rest of the request',
    async (name, endpoint) => {
      const { token } = endpoint.access === 'client' ? ours.client : ours.coach
      const path = endpoint.path.replace(/:(\w+)/g, (_, id: string) => theirs.ids[id]!)
      const foreign = await app.send({ method: endpoint.method, url: `${path}?intruso=1`, token })
      expect([name, code(foreign)]).toEqual([name, missingCode(endpoint)])
    },
  )

  it('changes nothing there', async () => {
    const before = await snapshot()
    for (const [name, endpoint] of named) {
      for (const token of [ours.coach.token, ours.client.token]) {
        await request(name, endpoint, theirs.ids, token)
      }
    }
    expect(await snapshot()).toEqual(before)
  })

  it('refuses malformed ids like missing ones', async () => {
    for (const [name, endpoint] of named) {
      const bad = Object.fromEntries(Object.keys(ours.ids).map((id) => [id, "1'--"]))
      const { token } = endpoint.access === 'client' ? ours.client : ours.coach
      const answer = await request(name, endpoint, bad, token)
      expect(answer.status).toBe(404)
    }
  })
})

/** Everything the other practice owns. */
async function snapshot() {
  const { db } = app.deps
  const coachId = theirs.coach.userId
  return {
    clients: await db.selectFrom('clients').selectAll().where('coach_id', '=', coachId).execute(),
    sessions: await db.selectFrom('sessions').selectAll().where('coach_id', '=', coachId).execute(),
    actions: await db.selectFrom('actions').selectAll().where('coach_id', '=', coachId).execute(),
    groups: await db.selectFrom('groups').selectAll().where('coach_id', '=', coachId).execute(),
    members: await db.selectFrom('group_members').selectAll().where('coach_id', '=', coachId).execute(),
    calendars: await db.selectFrom('calendars').selectAll().where('coach_id', '=', coachId).execute(),
    notifications: await db
      .selectFrom('notifications')
      .selectAll()
      .where('user_id', 'in', [theirs.coach.userId, theirs.client.userId])
      .execute(),
  }
}
