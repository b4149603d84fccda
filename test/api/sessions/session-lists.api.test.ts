import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SessionId } from '#contract/values.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { newGroup, newMember } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, close, groupSession, hours, lifeOf, made } from '#test/support/sessions.ts'

let app: TestApp
let life: ReturnType<typeof lifeOf>
beforeAll(async () => {
  app = await makeApp()
  life = lifeOf(app)
})
afterAll(() => app.finish())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const idsOf = (sessions: readonly { id: SessionId }[]) => sessions.map(({ id }) => id)

const FRIDAY = '2027-02-05T16:00:00.000Z'

describe('the tabs of a list', () => {
  test('divide all sessions by status, in pages, in both directions', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const upcoming = await made(book(app, coach, client, FRIDAY))
    const running = await made(book(app, coach, client, TEST_NOW))
    const asked = await made(ask(app, client))
    const proposed = await made(ask(app, client, '2027-02-08T15:00:00.000Z'))
    await made(life.propose(coach, proposed.id, '2027-02-09T15:00:00.000Z'))
    const over = await made(book(app, coach, client, '2027-02-02T13:30:00.000Z'))
    const closed = await made(book(app, coach, client, '2027-02-01T15:00:00.000Z'))
    await made(close(app, coach, closed.id))
    const missed = await made(book(app, coach, client, '2027-01-29T15:00:00.000Z'))
    await made(close(app, coach, missed.id, { outcome: 'noShowCoach', realMinutes: 0 }))
    const off = await made(book(app, coach, client, '2027-02-10T15:00:00.000Z'))
    await made(life.cancel(coach, off.id))
    const refused = await made(ask(app, client, '2027-02-11T15:00:00.000Z'))
    await made(life.reject(coach, refused.id))

    const list = async (query: object, who: TestCoach | TestClient = coach) => {
      const { body } =
        who === coach
          ? await app.call(
              'GET /v1/session/coach/:coachId',
              { params: { coachId: coach.userId }, query },
              coach.token,
            )
          : await app.call(
              'GET /v1/session/Client/:clientId',
              { params: { clientId: client.clientId }, query },
              client.token,
            )
      return [body.data.map(({ id }) => id), body.total] as const
    }
    const tabs = {
      coming: [running, asked, upcoming, proposed],
      toClose: [over],
      past: [missed, closed],
      cancelled: [off, refused],
    }
    for (const [tab, sessions] of Object.entries(tabs)) {
      const ids = sessions.map(({ id }) => id)
      expect([tab, await list({ tab })]).toEqual([tab, [ids, ids.length]])
      expect(await list({ tab, direction: 'desc' })).toEqual([ids.toReversed(), ids.length])
      expect(await list({ tab }, client)).toEqual([ids, ids.length])
    }
    expect(await list({ tab: 'coming', items: 3, page: 2 })).toEqual([[proposed.id], 4])
    expect(await list({ tab: 'coming', status: 'confirmed', from: hours(OFFERED).startsAt })).toEqual([
      [upcoming.id],
      1,
    ])
    // Half an hour after its end a session waits to be closed.
    app.clock.set(instant('2027-02-02T16:29:59.999Z'))
    expect((await list({ tab: 'toClose' }))[1]).toBe(1)
    app.clock.set(instant('2027-02-02T16:30:00Z'))
    expect((await list({ tab: 'toClose' }))[0]).toEqual([over.id, running.id])
  })
})

describe('a list by person', () => {
  test('answers a member the same for another member of their group as for nobody', async () => {
    const coach = await newCoach(app)
    const group = await newGroup(app, coach)
    const luz = await newMember(app, coach, group, 'Luz')
    const mariana = await newMember(app, coach, group, 'Mariana')
    await groupSession(app, coach, group)
    const of = (viewer: { token: string }, clientId: string) =>
      app.call('GET /v1/session/Client/:clientId', { params: { clientId } }, viewer.token)
    expect((await of(mariana, mariana.clientId)).body.total).toBe(1)
    const nobody = await of(luz, '01920000-0000-7000-8000-000000000000')
    const other = await of(luz, mariana.clientId)
    expect([other.status, other.body]).toEqual([404, { ...nobody.body, requestId: expect.any(String) }])
    expect((await of(coach, mariana.clientId)).body.total).toBe(1)
  })

  test('has for their coach what is recorded of somebody who left the group, and nothing of it for the person', async () => {
    const coach = await newCoach(app)
    const group = await newGroup(app, coach)
    const luz = await newMember(app, coach, group, 'Luz')
    const mariana = await newMember(app, coach, group, 'Mariana')
    const held = await groupSession(app, coach, group, '2027-02-01T15:00:00.000Z')
    const attendance = [luz, mariana].map(({ clientId }) => ({
      personId: clientId,
      state: 'present' as const,
    }))
    await made(close(app, coach, held.id, { attendance }))
    await groupSession(app, coach, group)
    await app.call('POST /v1/group/:groupId/leave', { params: { groupId: group.id } }, luz.token)
    const past = async ({ token }: { token: string }) => {
      const input = { params: { clientId: luz.clientId }, query: {} }
      const { body } = await app.call('GET /v1/session/Client/:clientId', input, token)
      return body.data.map(({ id }) => id)
    }
    expect(await past(coach)).toEqual([held.id])
    expect(await past(luz)).toEqual([])
  })

  test('is refused for another member by every list that takes a client', async () => {
    const coach = await newCoach(app)
    const group = await newGroup(app, coach)
    const luz = await newMember(app, coach, group, 'Luz')
    const mariana = await newMember(app, coach, group, 'Mariana')
    const params = { clientId: mariana.clientId }
    const answers = [
      await app.call('GET /v1/session/Client/:clientId', { params }, luz.token),
      await app.call('GET /v1/action/Client/:clientId', { params }, luz.token),
      await app.call('GET /v1/group/Client/:clientId', { params }, luz.token),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  })
})

describe('a search', () => {
  test('finds titles, people and groups of the practice by their words, without accents, with the other filters', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach, { name: 'Ángela', lastName: 'Núñez' })
    const group = await newGroup(app, coach, { name: 'Círculo de Lectura' })
    const own = await made(book(app, coach, client, FRIDAY))
    const ofGroup = await groupSession(app, coach, group, '2027-02-08T16:00:00.000Z')
    const stranger = await newCoach(app)
    await made(book(app, stranger, await newClient(app, stranger, { name: 'Ángela' }), FRIDAY))

    const found = async (query: object) => {
      const input = { params: { coachId: coach.userId }, query }
      const { body } = await app.call('GET /v1/session/coach/:coachId', input, coach.token)
      expect(body.total).toBe(body.data.length)
      return body.data.map(({ id }) => id)
    }
    expect(await found({ search: 'angela' })).toEqual([own.id])
    expect(await found({ search: 'NUNEZ  ángela' })).toEqual([own.id])
    expect(await found({ search: 'circulo' })).toEqual([ofGroup.id])
    expect(await found({ search: 'lectura angela' })).toEqual([])
    expect(await found({ search: '%' })).toEqual([])
    expect(await found({ search: ' ' })).toEqual([own.id, ofGroup.id])
    expect(await found({ search: 'angela', tab: 'past' })).toEqual([])
    expect(await found({ search: 'circulo', to: FRIDAY })).toEqual([])

    // A session's own title counts as well, in the list of one person too.
    await made(life.edit(coach, own.id, { title: 'Plan de carrera' }))
    expect(await found({ search: 'carrera' })).toEqual([own.id])
    const { body } = await app.call(
      'GET /v1/session/Client/:clientId',
      { params: { clientId: client.clientId }, query: { search: 'carrera' } },
      client.token,
    )
    expect(body.data.map(({ id }) => id)).toEqual([own.id])
    const tooLong = await app.call(
      'GET /v1/session/coach/:coachId',
      { params: { coachId: coach.userId }, query: { search: 'a'.repeat(121) } },
      coach.token,
    )
    expect(tooLong.status).toBe(422)
  })

  test('finds a session by the title that nobody chose, as its reader sees it', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach, { name: 'Mariana' })
    const other = await newClient(app, coach, { name: 'Luz' })
    const group = await newGroup(app, coach, { name: 'Círculo' })
    const first = await made(book(app, coach, client, FRIDAY))
    const second = await made(book(app, coach, client, '2027-02-08T16:00:00.000Z'))
    const another = await made(book(app, coach, other, '2027-02-09T16:00:00.000Z'))
    const body = { type: 'Group' as const, groupId: group.id, ...hours('2027-02-10T16:00:00.000Z') }
    const ofGroup = await made(app.call('POST /v1/session', { body }, coach.token))
    const off = await made(book(app, coach, client, '2027-02-11T16:00:00.000Z'))
    await made(life.cancel(coach, off.id))
    const chosen = await made(book(app, coach, client, '2027-02-12T16:00:00.000Z', { title: 'Cierre' }))

    const found = async (search: string) => {
      const input = { params: { coachId: coach.userId }, query: { search } }
      const { body } = await app.call('GET /v1/session/coach/:coachId', input, coach.token)
      expect(body.total).toBe(body.data.length)
      return body.data.map(({ id }) => id)
    }
    expect(first.title).toBe('Sesión 1 con Mariana')
    expect(await found(first.title)).toEqual([first.id])
    expect(await found('sesion 2')).toEqual([second.id])
    expect(await found('Sesión con Mariana')).toEqual([first.id, second.id, off.id])
    expect(await found('sesión 1')).toEqual([first.id, another.id, ofGroup.id])
    expect(await found('3')).toEqual([])
    expect(await found('cierre')).toEqual([chosen.id])
    expect(await found('sesión cierre')).toEqual([])
    // Every session of a practice is of its coach.
    expect(await found('Ana')).toEqual([first.id, second.id, off.id, chosen.id])

    const seen = async (search: string) => {
      const input = { params: { clientId: client.clientId }, query: { search } }
      return (await app.call('GET /v1/session/Client/:clientId', input, client.token)).body.data
    }
    const title = (await seen(''))[0]!.title
    expect(title).toBe('Sesión 1 con Ana')
    expect(idsOf(await seen(title))).toEqual([first.id])
    expect(idsOf(await seen('ana lopez'))).toEqual([first.id, second.id, off.id, chosen.id])
  })

  test('tells a client nothing of what only their coach keeps of them', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const { clientId, token } = client
    await made(book(app, coach, client, FRIDAY))
    const tags = ['difícil']
    await app.call('PUT /v1/client/:clientId', { params: { clientId }, body: { tags } }, coach.token)
    const found = async (search: string, by: string) =>
      (await app.call('GET /v1/session/Client/:clientId', { params: { clientId }, query: { search } }, by))
        .body.total
    expect(await found('dificil', token)).toBe(0)
    expect(await found('dificil', coach.token)).toBe(0)
    const { body } = await app.call('GET /v1/client/:clientId', { params: { clientId } }, token)
    expect(await found(body.name, token)).toBe(1)
    expect(await found(body.email, coach.token)).toBe(1)
  })
})
