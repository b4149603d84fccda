import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ActionStatus } from '#contract/actions/actions.ts'
import type { ActionId, ClientId, SessionId } from '#contract/values.ts'
import type { ClientTransition } from '#server/modules/clients/clients.domain.ts'
import { HOUR_MS, MINUTE_MS } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { book, close } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(async () => {
  app.clock.set(instant(TEST_NOW))
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

/** The answer to a call that has to succeed. */
async function made<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer
  if (status !== 200 && status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

type Person = { token: string }

const NOBODY = '01920000-0000-7000-8000-000000000000' as ClientId

const add = (
  { token }: { token: string },
  body: { clientId?: ClientId; sessionId?: SessionId; text: string; dueOn?: string },
) => app.call('POST /v1/action', { body }, token)
const given = (more: object = {}) =>
  add(coach, { clientId: client.clientId, text: 'Practicar cada mañana', ...more })
const list = ({ token }: { token: string }) =>
  app.call('GET /v1/action/Client/:clientId', { params: { clientId: client.clientId }, query: {} }, token)
const listed = async (who: { token: string }) => (await list(who)).body.data
/** What somebody was told of actions. */
const notificationsOf = async ({ token, userId }: TestClient | TestCoach) => {
  await app.settle()
  const params = { userId }
  const { body } = await app.call('GET /v1/notification/all/:userId', { params, query: {} }, token)
  return body.data.filter(({ type }) => type === 'ACTION_ASSIGNED')
}
async function move(...transitions: ClientTransition[]) {
  const params = { clientId: client.clientId }
  for (const each of transitions)
    await made(app.call(`POST /v1/client/:clientId/${each}`, { params }, coach.token))
}

// @spec P.80
describe('an action without a closing (product §12)', () => {
  // @spec P.252
  test('agreed on in a session is part of its record, as of the coach as of its client', async () => {
    const { id: sessionId } = await made(book(app, coach, client, '2027-02-02T14:00:00Z'))
    expect((await given({ sessionId })).body).toMatchObject({ sessionId })
    const own = await made(add(client, { text: 'Leer un capítulo', sessionId }))
    expect(own).toMatchObject({ sessionId, createdBy: 'client' })
    const { body } = await app.call('GET /v1/session/:sessionId', { params: { sessionId } }, coach.token)
    expect(body.actions.map(({ text }) => text)).toEqual(['Practicar cada mañana', 'Leer un capítulo'])
  })

  test('of a client is refused for a session that is closed, or far away; of the coach it is not', async () => {
    const { id: closed } = await made(book(app, coach, client, '2027-02-02T13:00:00Z'))
    await made(close(app, coach, closed))
    const { id: later } = await made(book(app, coach, client, '2027-02-02T16:01:00Z'))
    for (const sessionId of [closed, later]) {
      const answer = await add(client, { text: 'Leer un capítulo', sessionId })
      expect(answer).toMatchObject({ status: 404, body: { code: 'session.not_found' } })
      await made(given({ sessionId }))
    }
    app.clock.advance(MINUTE_MS)
    await made(add(client, { text: 'Leer un capítulo', sessionId: later }))
  })

  // @spec P.252
  test('of a session with somebody else is refused', async () => {
    const other = await newClient(app, coach)
    const { id: sessionId } = await made(book(app, coach, other, '2027-02-02T14:00:00Z'))
    for (const answer of [given({ sessionId }), add(client, { text: 'Leer un capítulo', sessionId })]) {
      expect(await answer).toMatchObject({ status: 404, body: { code: 'session.not_found' } })
    }
    expect(await listed(coach)).toEqual([])
  })

  test('of the coach is on both lists, with its date and no session', async () => {
    const { status, body } = await given({ dueOn: '2027-02-09' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      clientId: client.clientId,
      sessionId: null,
      text: 'Practicar cada mañana',
      dueOn: '2027-02-09',
      status: 'pending',
      changedBy: null,
      createdAt: TEST_NOW,
    })
    expect(await listed(coach)).toEqual([body])
    expect(await listed(client)).toEqual([{ ...body, allowedActions: ['edit', 'comment'] }])
  })

  test('of a client is their own, whether they name themselves or not', async () => {
    const first = await made(add(client, { text: 'Leer un capítulo' }))
    const second = await made(add(client, { clientId: client.clientId, text: 'Dormir ocho horas' }))
    expect((await listed(coach)).map(({ id }) => id)).toEqual([first.id, second.id])
    expect(first.allowedStatuses).toContain('done')
  })

  test('waits for somebody who has not accepted yet', async () => {
    const body = { name: 'Diego', lastName: 'Hernández', email: `d.${client.clientId}@correo.example` }
    const { id } = await made(app.call('POST /v1/client', { body }, coach.token))
    expect((await add(coach, { clientId: id, text: 'Escribir su carta' })).status).toBe(201)
  })

  test('of the coach is told to the client, with its text; of the client to nobody', async () => {
    const { id } = await made(given())
    const [told, ...rest] = await notificationsOf(client)
    expect(rest).toEqual([])
    expect(told).toMatchObject({
      type: 'ACTION_ASSIGNED',
      body: { actionId: id, title: 'Practicar cada mañana', coach: { name: coach.name } },
    })
    await made(add(client, { text: 'Leer un capítulo' }))
    expect([await notificationsOf(client), await notificationsOf(coach)]).toEqual([[told], []])
  })

  test('is shown live to both sides', async () => {
    const emit = vi.spyOn(app.deps.realtime, 'emit')
    const { id } = await made(add(client, { text: 'Leer un capítulo' }))
    await app.settle()
    const changes = emit.mock.calls.filter(
      ([, name, payload]) => name === 'CHANGED' && 'id' in payload && payload.id === id,
    )
    expect(new Set(changes.map(([membership]) => membership)).size).toBe(2)
    expect(changes.every(([, , payload]) => 'subject' in payload && payload.subject === 'action')).toBe(true)
    emit.mockRestore()
  })
})

// @spec P.81
describe('the same action sent again', () => {
  test('by many at once is added once, and told of once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => given()))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await listed(client)).toHaveLength(1)
    expect(await notificationsOf(client)).toHaveLength(1)
  })

  test('of a session is added once; one outside of it, or of its closing, is another', async () => {
    const { id: sessionId } = await made(book(app, coach, client, '2027-02-02T14:00:00Z'))
    const first = await made(given({ sessionId }))
    expect((await made(given({ sessionId }))).id).toBe(first.id)
    expect((await made(given())).id).not.toBe(first.id)
    const params = { actionId: first.id }
    await app.call('DELETE /v1/action/:actionId', { params }, coach.token)
    await made(close(app, coach, sessionId, { actions: [{ text: 'Practicar cada mañana' }] }))
    const { body } = await app.call('GET /v1/session/:sessionId', { params: { sessionId } }, coach.token)
    expect(body.actions.map(({ id }) => id)).not.toContain((await made(given({ sessionId }))).id)
  })

  test('after a lost answer is the one that was added; later, done, or with another date it is a new one', async () => {
    const first = await made(given())
    app.clock.advance(9 * MINUTE_MS)
    expect((await given()).body).toEqual(first)
    expect((await given({ dueOn: '2027-02-09' })).body.id).not.toBe(first.id)
    app.clock.advance(2 * MINUTE_MS)
    const later = await made(given())
    expect(later.id).not.toBe(first.id)
    const params = { actionId: later.id }
    await made(
      app.call('PUT /v1/action/:actionId/status', { params, body: { status: 'done' } }, client.token),
    )
    expect((await given()).body.id).not.toBe(later.id)
  })

  test('for another client is theirs', async () => {
    const sibling = await newClient(app, coach, { name: 'Pedro' })
    const first = await made(given())
    expect((await given({ clientId: sibling.clientId })).body.id).not.toBe(first.id)
  })
})

describe('an action is refused', () => {
  test.each([
    ['text', { text: 'ab' }, 'Escribe al menos 3 caracteres.'],
    ['text', { text: 'a'.repeat(201) }, 'Escribe como máximo 200 caracteres.'],
    ['dueOn', { dueOn: '2027-02-01' }, 'Elige hoy o un día que esté por venir.'],
  ])('for its %s: %o', async (field, change, text) => {
    const { status, refusal } = await given(change)
    expect([status, refusal.code, refusal.fields]).toEqual([422, 'request.invalid', { [field]: text }])
    expect(await listed(coach)).toEqual([])
  })

  test('due today by the client’s calendar it is not, also where the coach has tomorrow already', async () => {
    // 23:30 of the 2nd in Mexico City, the 3rd in Madrid.
    app.clock.set(instant('2027-02-03T05:30:00.000Z'))
    const madrid = await newCoach(app, { timezone: 'Europe/Madrid' })
    const person = await newClient(app, madrid, { timezone: 'America/Mexico_City' })
    const due = (dueOn: string) => add(madrid, { clientId: person.clientId, text: 'Practicar', dueOn })
    expect([(await due('2027-02-02')).status, (await due('2027-02-01')).status]).toEqual([201, 422])
  })

  test('for a client of nobody, of another coach or of the same one by a client, alike', async () => {
    const stranger = await newCoach(app)
    const sibling = await newClient(app, coach, { name: 'Pedro' })
    const body = { clientId: client.clientId, text: 'Practicar cada mañana' }
    const answers = [
      await add(stranger, body),
      await add(stranger, { ...body, clientId: NOBODY }),
      await add(sibling, body),
      await add(sibling, { ...body, clientId: NOBODY }),
      await add(coach, { text: body.text }),
    ]
    const codes = answers.map(({ status, refusal }) => [status, refusal.code])
    expect(codes).toEqual(answers.map(() => [404, 'client.not_found']))
    expect(await listed(coach)).toEqual([])
  })

  test('once the process has ended, for both; a pause goes on', async () => {
    await move('pause')
    expect((await list(client)).body.canAdd).toBe(true)
    expect((await given()).status).toBe(201)
    for (const transition of ['finish', 'archive'] as const) {
      await move(transition)
      for (const who of [coach, client]) {
        const { status, refusal } = await add(who, { clientId: client.clientId, text: 'Otra más' })
        expect([status, refusal.code, (await list(who)).body.canAdd]).toEqual([
          409,
          'action.process_ended',
          false,
        ])
      }
    }
  })

  test('once a hundred are open, for both; one that was sent before is still answered', async () => {
    const nth = (n: number) => add(client, { text: `Leer el capítulo ${n}` })
    const [first] = await Promise.all(Array.from({ length: 99 }, (_, n) => made(nth(n))))
    // Of several at once, only one is the last.
    const last = await Promise.all([nth(99), nth(100), given()])
    expect(last.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409])
    expect((await nth(101)).refusal.code).toBe('action.too_many')
    expect((await nth(0)).body.id).toBe(first!.id)
    const params = { actionId: first!.id }
    await made(
      app.call('PUT /v1/action/:actionId/status', { params, body: { status: 'done' } }, client.token),
    )
    expect((await nth(101)).status).toBe(201)
  })

  test('once a hundred are open, as is one that comes back, for both', async () => {
    const nth = (n: number) => made(add(client, { text: `Leer el capítulo ${n}` }))
    const [ticked, dropped, deleted] = await Promise.all(Array.from({ length: 100 }, (_, n) => nth(n)))
    const of = ({ id: actionId }: { id: ActionId }) => ({ params: { actionId } })
    const become = (who: Person, action: { id: ActionId }, status: ActionStatus) =>
      app.call('PUT /v1/action/:actionId/status', { ...of(action), body: { status } }, who.token)
    const restore = (who: Person) => app.call('POST /v1/action/:actionId/restore', of(deleted!), who.token)
    await made(become(client, ticked!, 'done'))
    await made(become(client, dropped!, 'wontDo'))
    await app.call('DELETE /v1/action/:actionId', of(deleted!), client.token)
    await Promise.all([nth(100), nth(101)])
    // Of what comes back and what is added at once, only one has the last place.
    const last = await Promise.all([
      become(client, ticked!, 'pending'),
      become(coach, dropped!, 'pending'),
      restore(client),
      given(),
    ])
    expect(last.filter(({ status }) => status < 300)).toHaveLength(1)
    const refused = last.filter(({ status }) => status >= 300)
    expect(refused.map(({ status, refusal }) => [status, refusal.code])).toEqual(
      refused.map(() => [409, 'action.too_many']),
    )
    const open = await app.call(
      'GET /v1/action/Client/:clientId',
      { params: { clientId: client.clientId }, query: { status: 'open' } },
      client.token,
    )
    expect(open.body.total).toBe(100)
  })

  test('for an undone tick whose place was taken: it stays done, and comes back once there is room', async () => {
    const nth = (n: number) => made(add(client, { text: `Leer el capítulo ${n}` }))
    const [ticked, other] = await Promise.all(Array.from({ length: 100 }, (_, n) => nth(n)))
    const become = ({ id: actionId }: { id: ActionId }, status: ActionStatus) =>
      app.call('PUT /v1/action/:actionId/status', { params: { actionId }, body: { status } }, client.token)
    await made(become(ticked!, 'done'))
    await nth(100)
    expect((await become(ticked!, 'pending')).refusal.code).toBe('action.too_many')
    const params = { actionId: ticked!.id }
    const { body: done } = await app.call('GET /v1/action/:actionId', { params }, client.token)
    expect(done).toMatchObject({ status: 'done', allowedStatuses: ['pending', 'inProgress'] })
    // What is open already goes on as it is.
    await made(become(other!, 'inProgress'))
    await made(become(other!, 'done'))
    expect((await become(ticked!, 'pending')).body.status).toBe('pending')
  })

  test('by a coach who has not paid', async () => {
    const unpaid = await newCoach(app, { paid: false })
    expect((await add(unpaid, { clientId: NOBODY, text: 'Practicar' })).status).toBe(402)
  })
})

test('the people who can be given one are listed, those of late first', async () => {
  app.clock.advance(HOUR_MS)
  const recent = await newClient(app, coach, { name: 'Pedro' })
  await move('pause')
  const query = { assignable: 'true', sort: 'recent', direction: 'desc' } as const
  const names = async () =>
    (
      await app.call(
        'GET /v1/client/coach/:coachId',
        { params: { coachId: coach.userId }, query },
        coach.token,
      )
    ).body.data.map(({ id }) => id)
  expect(await names()).toEqual([recent.clientId, client.clientId])
  await move('finish')
  expect(await names()).toEqual([recent.clientId])
})
