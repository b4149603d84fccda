import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { ClientId, SessionId } from '#contract/values.ts'
import { TEST_NOW, type TestApp, makeApp } from '#test/support/app.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, close, goTo, made } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(() => app.startTest())

const NOBODY = '01920000-0000-7000-8000-000000000000' as SessionId
const REASON = 'Se me juntó el trabajo'

type Token = { token: string }

async function pair() {
  const coach = await newCoach(app)
  return { coach, client: await newClient(app, coach) }
}

const get = ({ token }: Token, sessionId: SessionId) =>
  app.call('GET /v1/session/:sessionId', { params: { sessionId } }, token)
const confirm = ({ token }: Token, sessionId: SessionId, body?: object) =>
  app.call('POST /v1/session/:sessionId/confirm', { params: { sessionId }, body }, token)
const reject = ({ token }: Token, sessionId: SessionId, reason = REASON) =>
  app.call('POST /v1/session/:sessionId/reject', { params: { sessionId }, body: { reason } }, token)
const cancel = ({ token }: Token, sessionId: SessionId, reason = REASON) =>
  app.call('POST /v1/session/:sessionId/cancel', { params: { sessionId }, body: { reason } }, token)

/** What a refusal shows, but for the number of the request. */
const shown = ({ status, refusal }: { status: number; refusal: ErrorBody }) => ({
  status,
  ...refusal,
  requestId: '',
})

describe('confirming', () => {
  test('says where to meet, tells the client, and is over', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    const { status, body } = await confirm(coach, id, { channel: 'zoom', meetingUrl: 'https://zoom.us/j/1' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'confirmed', channel: 'zoom', meetingUrl: 'https://zoom.us/j/1' })
    await app.settle()
    const [mail] = await app.mails(client.email)
    expect(mail).toMatchObject({ subject: 'Tu sesión con Ana López está confirmada' })
    expect(mail!.text).toContain('https://zoom.us/j/1')
    const again = await confirm(coach, id)
    expect([again.status, again.refusal.code]).toEqual([409, 'session.wrong_state'])
  })

  test('at a place needs no channel', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    expect((await made(confirm(coach, id, { place: 'Café Luna' }))).channel).toBe('place')
  })

  test('is too late after the planned start', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    await goTo(app, OFFERED, coach, client)
    expect((await get(coach, id)).body.allowedActions).toEqual(['edit', 'editAgenda'])
    expect((await confirm(coach, id)).refusal.code).toBe('session.wrong_state')
  })
})

describe('turning down', () => {
  test('says why, and the time is free again', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    const { body } = await reject(coach, id, '  Tengo un viaje ')
    expect(body).toMatchObject({
      status: 'rejected',
      allowedActions: [],
      cancellation: { by: 'coach', at: TEST_NOW, reason: 'Tengo un viaje', late: false },
    })
    await app.settle()
    expect((await app.mails(client.email))[0]!.text).toContain('Motivo: Tengo un viaje')
    expect((await ask(app, client)).status).toBe(201)
    expect((await reject(coach, id)).refusal.code).toBe('session.wrong_state')
  })
})

describe('calling off', () => {
  test('by the client, in time and late', async () => {
    const { coach, client } = await pair()
    const early = await made(book(app, coach, client, '2027-02-03T15:00:00.000Z'))
    const late = await made(book(app, coach, client, '2027-02-03T14:00:00.000Z'))
    expect((await cancel(client, early.id)).body).toMatchObject({
      status: 'cancelledByClient',
      allowedActions: [],
      cancellation: { by: 'client', at: TEST_NOW, reason: REASON, late: false },
    })
    expect((await cancel(client, late.id)).body.cancellation!.late).toBe(true)
    await app.settle()
    const [mail] = await app.mails(coach.email)
    expect(mail!.subject).toBe('Mariana Torres canceló una sesión')
    expect(mail!.text).toContain(`Motivo: ${REASON}`)
  })

  test('by the coach', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    expect((await cancel(coach, id)).body).toMatchObject({
      status: 'cancelledByCoach',
      cancellation: { by: 'coach', late: false },
    })
    await app.settle()
    expect((await app.mails(client.email))[0]!.subject).toBe('Ana López canceló una sesión')
    expect((await cancel(client, id)).refusal.code).toBe('session.wrong_state')
  })

  test('a request is the client’s to take back, the coach turns it down', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    expect((await cancel(coach, id)).refusal.code).toBe('session.wrong_state')
    expect((await made(cancel(client, id))).status).toBe('cancelledByClient')
  })

  test('ends at the start', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    await goTo(app, OFFERED, coach, client)
    for (const person of [coach, client]) {
      expect((await cancel(person, id)).refusal.code).toBe('session.wrong_state')
    }
  })

  test('needs a reason', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    const { status, refusal } = await cancel(coach, id, ' x ')
    expect([status, Object.keys(refusal.fields!)]).toEqual([422, ['reason']])
    expect((await get(coach, id)).body.status).toBe('confirmed')
  })
})

describe('closing', () => {
  const CLOSING = {
    realMinutes: 50,
    summary: 'Vimos la entrevista.\nQuedamos en practicar.',
    privateNotes: 'Duda de sí misma.',
    actions: [
      { text: 'Practicar en voz alta', dueOn: '2027-02-09' as never },
      { text: 'Escribir tres logros' },
    ],
  }

  test('keeps the record, the notes for the coach alone', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    await goTo(app, OFFERED, coach, client)
    const attendance = [{ personId: client.clientId, state: 'late' as const }]
    const { status, body } = await close(app, coach, id, { ...CLOSING, attendance })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'completed',
      phase: null,
      allowedActions: ['correct'],
      closing: {
        outcome: 'completed',
        realMinutes: 50,
        summary: CLOSING.summary,
        privateNotes: CLOSING.privateNotes,
        closedAt: OFFERED,
      },
    })
    expect(body.attendance).toMatchObject(attendance)
    expect(body.actions.map(({ text, dueOn, status: state }) => ({ text, dueOn, state }))).toEqual([
      { text: 'Practicar en voz alta', dueOn: '2027-02-09', state: 'pending' },
      { text: 'Escribir tres logros', dueOn: null, state: 'pending' },
    ])
    expect((await get(coach, id)).body).toEqual(body)

    const seen = (await get(client, id)).body
    const { privateNotes: _, ...shared } = body.closing!
    // Each side may do other things with the same actions (product §20).
    const actions = body.actions.map((action) => ({ ...action, allowedActions: ['edit', 'comment'] }))
    expect(body.actions[0]?.allowedActions).toEqual(['edit', 'delete'])
    expect(seen).toEqual({
      ...body,
      title: 'Sesión 1 con Ana',
      closing: shared,
      actions,
      allowedActions: ['rate'],
    })
    expect(JSON.stringify(seen)).not.toContain(CLOSING.privateNotes)
    expect((await close(app, coach, id)).refusal.code).toBe('session.wrong_state')
  })

  test('of one that nobody came to', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    await goTo(app, OFFERED, coach, client)
    const body = await made(close(app, coach, id, { outcome: 'noShowClient', realMinutes: 0, summary: '' }))
    expect(body).toMatchObject({
      status: 'noShowClient',
      closing: { outcome: 'noShowClient', privateNotes: '' },
    })
    // The time is free again: it was not held.
    expect((await book(app, coach, client)).status).toBe(201)
  })

  test('begins at the start', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    await goTo(app, '2027-02-04T14:59:59.999Z', coach, client)
    expect((await close(app, coach, id)).refusal.code).toBe('session.wrong_state')
    const asked = await made(ask(app, client, '2027-02-05T16:00:00Z'))
    await goTo(app, '2027-02-05T16:00:00Z', coach, client)
    expect((await close(app, coach, asked.id)).refusal.code).toBe('session.wrong_state')
  })

  test('with somebody else’s attendance leaves everything as it was', async () => {
    const { coach, client } = await pair()
    const other = await newClient(app, coach)
    const { id } = await made(book(app, coach, client))
    await goTo(app, OFFERED, coach, client)
    const present = (personId: ClientId) => ({ personId, state: 'present' as const })
    for (const attendance of [
      [present(other.clientId)],
      [present(client.clientId), present(client.clientId)],
    ]) {
      const { status, refusal } = await close(app, coach, id, { ...CLOSING, attendance })
      expect([status, Object.keys(refusal.fields!)]).toEqual([422, ['attendance']])
    }
    expect((await get(coach, id)).body).toMatchObject({ status: 'confirmed', closing: null, actions: [] })
  })
})

describe('sessions of others do not exist', () => {
  // @spec 7.23
  test('for every call with a session’s id', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    const stranger = await newCoach(app)
    const sibling = await newClient(app, coach, { name: 'Pedro' })
    for (const act of [
      get,
      confirm,
      reject,
      cancel,
      (who: TestCoach, of: SessionId) => close(app, who, of),
    ]) {
      const foreign = shown(await act(stranger, id))
      expect(foreign).toMatchObject({ status: 404, code: 'session.not_found' })
      expect(foreign).toEqual(shown(await act(stranger, NOBODY)))
    }
    for (const act of [get, cancel]) {
      expect(shown(await act(sibling, id))).toEqual(shown(await act(sibling, NOBODY)))
    }
    expect((await get(client, id)).body.status).toBe('requested')
  })

  test('nor do other lists', async () => {
    const { coach, client } = await pair()
    const foreign = await pair()
    await made(ask(app, foreign.client))
    const sibling = await newClient(app, coach, { name: 'Pedro' })
    const ofCoach = (coachId: string) =>
      app.call('GET /v1/session/coach/:coachId', { params: { coachId }, query: {} }, coach.token)
    const ofClient = ({ token }: Token, clientId: string) =>
      app.call('GET /v1/session/Client/:clientId', { params: { clientId }, query: {} }, token)
    for (const id of [foreign.coach.userId, NOBODY, client.userId]) {
      expect((await ofCoach(id)).refusal.code).toBe('coach.not_found')
    }
    for (const id of [foreign.client.clientId, NOBODY]) {
      expect((await ofClient(coach, id)).refusal.code).toBe('client.not_found')
    }
    expect((await ofClient(client, sibling.clientId)).refusal.code).toBe('client.not_found')
    expect((await ofClient(client, client.clientId)).body).toMatchObject({ total: 0, data: [] })
    expect((await ofClient(coach, sibling.clientId)).body).toMatchObject({ total: 0, data: [] })
  })
})

describe('lists', () => {
  test('are ordered by start, in pages, in both directions', async () => {
    const { coach, client } = await pair()
    const other = await newClient(app, coach, { name: 'Pedro' })
    const third = await made(book(app, coach, other, '2027-02-06T15:00:00Z'))
    const first = await made(ask(app, client, '2027-02-04T15:00:00Z'))
    const second = await made(book(app, coach, client, '2027-02-05T15:00:00Z'))
    const list = async (query: object, clientId?: ClientId) => {
      const { body } = clientId
        ? await app.call('GET /v1/session/Client/:clientId', { params: { clientId }, query }, coach.token)
        : await app.call(
            'GET /v1/session/coach/:coachId',
            { params: { coachId: coach.userId }, query },
            coach.token,
          )
      return { ids: body.data.map(({ id }: { id: SessionId }) => id), total: body.total }
    }
    const ids = (...sessions: SessionDto[]) => sessions.map(({ id }) => id)

    expect(await list({})).toEqual({ ids: ids(first, second, third), total: 3 })
    expect(await list({ direction: 'desc' })).toEqual({ ids: ids(third, second, first), total: 3 })
    expect(await list({ items: 2, page: 2 })).toEqual({ ids: ids(third), total: 3 })
    expect(await list({ items: 2, page: 9 })).toEqual({ ids: [], total: 3 })
    expect(await list({ status: 'requested' })).toEqual({ ids: ids(first), total: 1 })
    expect(await list({}, client.clientId)).toEqual({ ids: ids(first, second), total: 2 })
    // From and to take what overlaps [from, to).
    expect(await list({ from: '2027-02-04T15:59:00Z', to: '2027-02-05T15:00:01Z' })).toEqual({
      ids: ids(first, second),
      total: 2,
    })
    expect(await list({ from: '2027-02-04T16:00:00Z', to: '2027-02-05T15:00:00Z' })).toEqual({
      ids: [],
      total: 0,
    })
  })

  test('refuse a range that runs backwards', async () => {
    const { coach } = await pair()
    const query = { from: '2027-02-05T00:00:00Z' as never, to: '2027-02-04T00:00:00Z' as never }
    const { status, refusal } = await app.call(
      'GET /v1/session/coach/:coachId',
      { params: { coachId: coach.userId }, query },
      coach.token,
    )
    expect([status, refusal.fields]).toEqual([422, { to: 'El final no puede ser antes del inicio.' }])
  })
})

describe('32 at once', () => {
  const counted = (answers: { status: number }[]) =>
    [200, 409].map((status) => answers.filter((answer) => answer.status === status).length)

  test('confirming: one does, and the client is told once', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    expect(counted(await Promise.all(Array.from({ length: 32 }, () => confirm(coach, id))))).toEqual([1, 31])
    await app.settle()
    const confirmations = (await app.mails(client.email)).filter(({ subject }) =>
      subject.includes('confirmada'),
    )
    expect(confirmations).toHaveLength(1)
  })

  test('confirming, turning down and taking back: one wins and all agree', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) => {
        if (index % 3 === 0) return confirm(coach, id)
        return index % 3 === 1 ? reject(coach, id) : cancel(client, id)
      }),
    )
    const won = answers.filter(({ status }) => status === 200)
    // A confirmed session can still be called off by the client; nothing else follows anything.
    const { status } = (await get(coach, id)).body
    const ways = ['confirmed', 'rejected', 'cancelledByClient', 'cancelledByClient confirmed']
    expect(ways).toContain(
      won
        .map(({ body }) => String(body.status))
        .toSorted((a, b) => a.localeCompare(b))
        .join(' '),
    )
    expect(status).toBe(won.length === 2 ? 'cancelledByClient' : won[0]!.body.status)
    expect(answers.every((answer) => answer.status === 200 || answer.status === 409)).toBe(true)
  })

  test('closing: one does, and the actions are there once', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    await goTo(app, OFFERED, coach, client)
    const actions = [{ text: 'Practicar' }]
    const answers = await Promise.all(Array.from({ length: 32 }, () => close(app, coach, id, { actions })))
    expect(counted(answers)).toEqual([1, 31])
    expect((await get(client, id)).body.actions).toHaveLength(1)
  })
})
