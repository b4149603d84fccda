import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientAction, ClientStatus } from '#contract/clients.ts'
import type { ClientId } from '#contract/values.ts'
import { CLIENT_TRANSITIONS, type ClientTransition } from '#server/modules/clients/clients.domain.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { DAY_MS, HOUR_MS, epochMs } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { answersOf, inviteClient } from '#test/support/invitations.ts'
import {
  type TestClient,
  type TestCoach,
  mailedInvitation,
  newClient,
  newCoach,
  newEmail,
} from '#test/support/people.ts'
import { OFFERED, ask, book, close, goTo, lifeOf, made } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  app = await makeApp()
})
beforeEach(async () => {
  app.clock.set(instant(TEST_NOW))
  coach = await newCoach(app)
})
afterAll(() => app.finish())

const move = (clientId: ClientId, step: ClientTransition, by: { token: string } = coach) =>
  app.call(`POST /v1/client/:clientId/${step}`, { params: { clientId } }, by.token)
const get = (clientId: ClientId) =>
  app.call('GET /v1/client/:clientId', { params: { clientId } }, coach.token)
const sessionsOf = async (clientId: ClientId, by: { token: string } = coach) =>
  (await app.call('GET /v1/session/Client/:clientId', { params: { clientId }, query: {} }, by.token)).body
    .data
const create = async (invite: boolean) => {
  const body = { name: 'Luz', lastName: 'Vega', email: newEmail('client'), invite }
  return (await app.call('POST /v1/client', { body }, coach.token)).body
}

/** A client in each of the states, each by the way that leads there. */
async function clientIn(status: ClientStatus): Promise<ClientId> {
  switch (status) {
    case 'notInvited':
      return (await create(false)).id
    case 'invited':
      return (await create(true)).id
    case 'expired': {
      const { id } = await create(true)
      const invited_at = toTimestamp(epochMs(app.clock.now() - 15 * DAY_MS))
      await app.deps.db.updateTable('clients').set({ invited_at }).where('id', '=', id).execute()
      return id
    }
    case 'declined': {
      const { id, email } = await create(true)
      const token = await mailedInvitation(app, email)
      await app.call('POST /v1/invitation/:clientId/decline', { params: { clientId: id }, body: { token } })
      return id
    }
    case 'active':
      return (await newClient(app, coach)).clientId
    case 'archived': {
      const { id } = await create(true)
      await move(id, 'archive')
      return id
    }
    case 'paused':
    case 'finished': {
      const { clientId } = await newClient(app, coach)
      await move(clientId, status === 'paused' ? 'pause' : 'finish')
      return clientId
    }
  }
}

// @spec P.5
describe('a move of the process (product §6)', () => {
  const MOVES: [ClientStatus, Partial<Record<ClientTransition, ClientStatus>>][] = [
    ['notInvited', { archive: 'archived' }],
    ['invited', { archive: 'archived' }],
    ['expired', { archive: 'archived' }],
    ['declined', { archive: 'archived' }],
    ['active', { pause: 'paused', finish: 'finished' }],
    ['paused', { resume: 'active', finish: 'finished' }],
    ['finished', { reactivate: 'active', archive: 'archived' }],
    ['archived', { restore: 'invited' }],
  ]

  test.each(MOVES)('from %s: what is listed succeeds, all else is refused', async (status, leads) => {
    for (const step of CLIENT_TRANSITIONS) {
      const id = await clientIn(status)
      const { allowedActions } = (await get(id)).body
      expect(allowedActions?.includes(step), step).toBe(step in leads)
      const answer = await move(id, step)
      if (step in leads) expect([answer.status, answer.body.status]).toEqual([200, leads[step]])
      else expect([answer.status, answer.refusal.code]).toEqual([409, 'client.wrong_state'])
      expect((await get(id)).body.status).toBe(leads[step] ?? status)
    }
  })

  test('of somebody else’s client, or by the client, is not there', async () => {
    const theirs = await newClient(app, await newCoach(app))
    for (const step of CLIENT_TRANSITIONS) {
      const foreign = await move(theirs.clientId, step)
      expect([foreign.status, foreign.refusal.code]).toEqual([404, 'client.not_found'])
      expect((await move(theirs.clientId, step, theirs)).status).toBe(403)
    }
  })

  test.each(['notInvited', 'declined', 'finished'] as const)(
    'archives and brings back to %s, hidden meanwhile',
    async (status) => {
      const id = await clientIn(status)
      await move(id, 'archive')
      const list = async (query: object) => {
        const params = { coachId: coach.userId }
        const { body } = await app.call('GET /v1/client/coach/:coachId', { params, query }, coach.token)
        return body.data.map((client) => client.id)
      }
      expect(await list({})).toEqual([])
      expect(await list({ status: 'archived' })).toEqual([id])
      expect((await move(id, 'restore')).body.status).toBe(status)
      expect(await list({})).toEqual([id])
    },
  )

  test('archiving closes the invitation, and restoring opens it for what is left of its 14 days', async () => {
    const { clientId, token } = await inviteClient(app, coach)
    const { look, accept, decline, renew } = answersOf(app)
    const code = async () => (await look(clientId, token)).refusal.code
    await move(clientId, 'archive')
    expect(await code()).toBe('invitation.not_found')
    for (const answer of [
      await accept(clientId, { token, password: 'una frase muy larga' }),
      await decline(clientId, { token }),
      await renew(clientId, token),
    ]) {
      expect([answer.status, answer.refusal.code]).toEqual([404, 'invitation.not_found'])
    }
    app.clock.advance(HOUR_MS)
    await move(clientId, 'restore')
    app.clock.advance(14 * DAY_MS - HOUR_MS)
    expect(await code()).toBe('invitation.expired')
    app.clock.advance(-1)
    expect((await look(clientId, token)).status).toBe(200)
    expect((await accept(clientId, { token, password: 'una frase muy larga' })).status).toBe(200)
  })

  test('of 16 at once happens once', async () => {
    const id = await clientIn('active')
    const answers = await Promise.all(Array.from({ length: 16 }, () => move(id, 'pause')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ refusal }) => refusal.code === 'client.wrong_state')).toHaveLength(15)
  })
})

// @spec P.5
describe('pausing and finishing', () => {
  let client: TestClient
  beforeEach(async () => {
    client = await newClient(app, coach, { timezone: 'America/Tijuana' })
  })

  const mailsOf = async (subject: string) => {
    await app.settle()
    return (await app.mails(client.email)).filter((mail) => mail.subject.includes(subject))
  }

  test.each([
    ['pause', 'Tu proceso con Ana López está en pausa', 'El proceso quedó en pausa.'],
    ['finish', 'Tu proceso con Ana López terminó', 'El proceso terminó.'],
  ] as const)('%s calls off what is ahead, and tells it in one mail', async (step, subject, reason) => {
    const asked = await made(ask(app, client))
    const booked = await made(book(app, coach, client, '2027-02-05T15:00:00.000Z'))
    const other = await newClient(app, coach)
    const kept = await made(book(app, coach, other, '2027-02-05T18:00:00.000Z'))
    const running = await made(book(app, coach, client, '2027-02-02T14:30:00.000Z'))
    await app.settle()
    const before = (await app.mails(client.email)).length

    expect((await move(client.clientId, step)).status).toBe(200)

    const states = Object.fromEntries(
      (await sessionsOf(client.clientId)).map(({ id, status }) => [id, status]),
    )
    expect(states).toEqual({
      [asked.id]: 'cancelledByCoach',
      [booked.id]: 'cancelledByCoach',
      [running.id]: 'confirmed',
    })
    expect((await sessionsOf(other.clientId)).map(({ id, status }) => [id, status])).toEqual([
      [kept.id, 'confirmed'],
    ])
    const read = await app.call(
      'GET /v1/session/:sessionId',
      { params: { sessionId: asked.id } },
      client.token,
    )
    expect(read.body.cancellation).toMatchObject({ by: 'coach', reason, late: false })

    const mails = await mailsOf(subject)
    expect(mails).toHaveLength(1)
    expect((await app.mails(client.email)).length).toBe(before + 1)
    const lines = mails[0]!.text.split('\n').filter((line) => line.startsWith('Cancelada: '))
    // By date: the one that runs is the first.
    expect(lines).toEqual([
      'Cancelada: Sesión 2 con Ana: jueves 4 de febrero, 7:00–8:00\u00a0h para ti · 9:00–10:00\u00a0h para tu coach',
      'Cancelada: Sesión 3 con Ana: viernes 5 de febrero, 7:00–8:00\u00a0h para ti · 9:00–10:00\u00a0h para tu coach',
    ])
    expect(mails[0]!.text).toContain(`${app.deps.config.publicUrl}/dashboard`)
    const params = { userId: client.userId }
    const told = await app.call('GET /v1/notification/all/:userId', { params, query: {} }, client.token)
    const cancelled = told.body.data.filter(({ type }) => type === 'CANCELLED_SESSION_FROM_COACH')
    expect(cancelled).toHaveLength(2)
    expect(cancelled.map(({ body }) => body.sessionId)).toEqual(expect.arrayContaining([asked.id, booked.id]))
    const timers = await app.deps.db.selectFrom('timers').select('key').execute()
    for (const { key } of timers) expect(key).not.toMatch(new RegExp(`${asked.id}|${booked.id}`))
  })

  test('nothing is ahead: a pause is no mail, the end is one', async () => {
    await move(client.clientId, 'pause')
    expect(await mailsOf('pausa')).toEqual([])
    await move(client.clientId, 'finish')
    const [mail] = await mailsOf('terminó')
    expect(mail?.text).not.toContain('Cancelada')
  })

  test.each(['pause', 'finish'] as const)('after %s nobody books; afterwards both do again', async (step) => {
    await move(client.clientId, step)
    for (const refused of [await ask(app, client), await book(app, coach, client)]) {
      expect([refused.status, refused.refusal.code]).toEqual([409, 'session.client_inactive'])
    }
    const dashboard = () => app.call('GET /v1/dashboard', {}, client.token)
    // Actions go on in a pause, and end with the process (product §6).
    expect((await dashboard()).body.client).toMatchObject({
      canBook: false,
      canAddAction: step === 'pause',
    })
    await move(client.clientId, step === 'pause' ? 'resume' : 'reactivate')
    expect((await dashboard()).body.client?.canBook).toBe(true)
    expect((await ask(app, client)).status).toBe(201)
  })

  test.each(['pause', 'finish'] as const)(
    'after %s a session that was not closed stays in the past; afterwards it moves again',
    async (step) => {
      const { id } = await made(book(app, coach, client, '2027-02-01T15:00:00.000Z'))
      const reschedule = (more = {}) =>
        lifeOf(app).reschedule(coach, id, '2027-02-10T15:00:00.000Z', { outsideHours: true, ...more })
      const actions = async () => (await lifeOf(app).get(coach, id)).body.allowedActions
      await move(client.clientId, step)
      for (const refused of [await reschedule(), await reschedule({ scope: 'following' })]) {
        expect([refused.status, refused.refusal.code]).toEqual([409, 'session.client_inactive'])
      }
      expect(await actions()).toEqual(['close', 'edit', 'editAgenda'])
      await move(client.clientId, step === 'pause' ? 'resume' : 'reactivate')
      expect(await actions()).toContain('reschedule')
      expect((await reschedule()).status).toBe(200)
    },
  )

  test('races with requests for sessions: none is ahead of somebody who is paused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const one = await newClient(app, coach)
      // Every second hour of the morning, a day for each round.
      const starts = [15, 17, 19].map((hour) => `2027-02-0${4 + round}T${hour}:00:00.000Z`)
      const [paused, ...asked] = await Promise.all([
        move(one.clientId, 'pause'),
        ...starts.map((start) => book(app, coach, one, start)),
      ])
      expect(paused.status).toBe(200)
      for (const answer of asked) expect([201, 409]).toContain(answer.status)
      const ahead = (await sessionsOf(one.clientId)).filter(({ status }) => status !== 'cancelledByCoach')
      expect(ahead).toEqual([])
    }
  })

  test('races with answers to a request, without a deadlock', async () => {
    for (let round = 0; round < 4; round += 1) {
      const one = await newClient(app, coach)
      const asked = await made(ask(app, one))
      const params = { sessionId: asked.id }
      const [paused, confirmed, cancelled] = await Promise.all([
        move(one.clientId, 'pause'),
        app.call('POST /v1/session/:sessionId/confirm', { params }, coach.token),
        app.call('POST /v1/session/:sessionId/cancel', { params, body: { reason: 'No puedo.' } }, one.token),
      ])
      expect(paused.status).toBe(200)
      for (const answer of [confirmed, cancelled]) expect([200, 409]).toContain(answer.status)
      const [session] = await sessionsOf(one.clientId)
      expect(['cancelledByCoach', 'cancelledByClient']).toContain(session?.status)
    }
  })
})

describe('after the end (product §6)', () => {
  // @spec P.6
  test.each(['finish', 'archive'] as const)('%s: the client keeps reading all of theirs', async (last) => {
    const client = await newClient(app, coach)
    const past = await made(book(app, coach, client, '2027-02-01T16:00:00.000Z'))
    const closed = await made(close(app, coach, past.id, { actions: [{ text: 'Practicar' }] }))
    await made(ask(app, client, OFFERED))
    await move(client.clientId, 'finish')
    if (last === 'archive') await move(client.clientId, 'archive')

    const { token, clientId } = client
    const read = [
      await app.call('GET /v1/auth/me', {}, token),
      await app.call('GET /v1/dashboard', {}, token),
      await app.call('GET /v1/client/:clientId', { params: { clientId } }, token),
      await app.call('GET /v1/session/Client/:clientId', { params: { clientId }, query: {} }, token),
      await app.call('GET /v1/session/:sessionId', { params: { sessionId: past.id } }, token),
      await app.call('GET /v1/action/Client/:clientId', { params: { clientId }, query: {} }, token),
      await app.call('GET /v1/message/rooms', { query: {} }, token),
    ]
    expect(read.map(({ status }) => status)).toEqual(read.map(() => 200))
    expect((await sessionsOf(clientId, client)).map(({ allowedActions }) => allowedActions)).toEqual([[], []])

    const action = closed.actions[0]!
    const params = { actionId: action.id }
    const own = await app.call('PUT /v1/action/:actionId/status', { params, body: { status: 'done' } }, token)
    expect([own.status, own.refusal.code]).toEqual([409, 'action.wrong_state'])
    const listed = await app.call(
      'GET /v1/action/Client/:clientId',
      { params: { clientId }, query: {} },
      token,
    )
    expect(listed.body.data.map(({ allowedStatuses }) => allowedStatuses)).toEqual([[]])
    expect((await ask(app, client)).refusal.code).toBe('session.client_inactive')
    // They come in again as before.
    await goTo(app, '2027-02-03T15:00:00.000Z', client)
    expect((await app.call('GET /v1/auth/me', {}, client.token)).status).toBe(200)
  })

  test('a coach still tidies up the actions of a process that ended', async () => {
    const client = await newClient(app, coach)
    const past = await made(book(app, coach, client, '2027-02-01T16:00:00.000Z'))
    const closed = await made(close(app, coach, past.id, { actions: [{ text: 'Practicar' }] }))
    await move(client.clientId, 'finish')
    const params = { actionId: closed.actions[0]!.id }
    const dropped = await app.call(
      'PUT /v1/action/:actionId/status',
      { params, body: { status: 'wontDo' } },
      coach.token,
    )
    expect([dropped.status, dropped.body.status]).toEqual([200, 'wontDo'])
  })

  test('what is allowed is listed: the law holds for inviting too', async () => {
    const offered = async (status: ClientStatus) => (await get(await clientIn(status))).body.allowedActions
    expect(await offered('notInvited')).toEqual<ClientAction[]>(['invite', 'book', 'addAction', 'archive'])
    expect(await offered('finished')).toEqual<ClientAction[]>(['reactivate', 'archive'])
  })
})
