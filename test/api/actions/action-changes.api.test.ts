import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActionBody, ActionDto, NewActionBody, PracticeActionsQuery } from '#contract/actions/actions.ts'
import type { ActionId } from '#contract/values.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { good } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { book, close, goTo, made } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(async () => {
  app.clock.set(instant(TEST_NOW))
  await app.startTest()
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

type Person = { token: string }

const add = async ({ token }: Person, body: Omit<NewActionBody, 'clientId'> & { clientId?: string }) =>
  good(await app.call('POST /v1/action', { body }, token), 201)
const given = (more: Partial<NewActionBody> = {}) =>
  add(coach, { clientId: client.clientId, text: 'Practicar cada mañana', ...more })
const put = ({ token }: Person, actionId: ActionId, body: ActionBody) =>
  app.call('PUT /v1/action/:actionId', { params: { actionId }, body }, token)
const remove = ({ token }: Person, actionId: ActionId) =>
  app.call('DELETE /v1/action/:actionId', { params: { actionId } }, token)
const restore = ({ token }: Person, actionId: ActionId) =>
  app.call('POST /v1/action/:actionId/restore', { params: { actionId } }, token)
const read = ({ token }: Person, actionId: ActionId) =>
  app.call('GET /v1/action/:actionId', { params: { actionId } }, token)
const move = ({ token }: Person, { id: actionId }: ActionDto, status: ActionDto['status'], reason?: string) =>
  app.call('PUT /v1/action/:actionId/status', { params: { actionId }, body: { status, reason } }, token)
const listed = async () =>
  good(
    await app.call(
      'GET /v1/action/Client/:clientId',
      { params: { clientId: client.clientId }, query: {} },
      client.token,
    ),
  )
const board = (query: Partial<PracticeActionsQuery> = {}, who: TestCoach = coach) =>
  app.call('GET /v1/action/coach/:coachId', { params: { coachId: who.userId }, query }, who.token)
const toldOf = async (who: TestClient | TestCoach, type: string) => {
  await app.settle()
  const { body } = await app.call(
    'GET /v1/notification/all/:userId',
    { params: { userId: who.userId }, query: { items: 100 } },
    who.token,
  )
  return body.data.filter((each) => each.type === type)
}
const refused = ({ status, refusal }: { status: number; refusal: { code: string } }) => [status, refusal.code]
const NOBODY = '01920000-0000-7000-8000-000000000000' as ActionId

// @spec P.130
describe('changing an action (product §12)', () => {
  test('changes the given fields and no others, for both sides', async () => {
    const action = await given({ detail: 'Diez minutos, sin teléfono.', dueOn: '2027-02-09' as never })
    expect(action).toMatchObject({
      detail: 'Diez minutos, sin teléfono.',
      reminds: true,
      createdBy: 'coach',
      comment: '',
      sessionsOpen: 0,
      allowedActions: ['edit', 'delete'],
    })
    const byCoach = await put(coach, action.id, { text: 'Practicar tres mañanas', reminds: false })
    expect(byCoach.body).toEqual({
      ...action,
      text: 'Practicar tres mañanas',
      reminds: false,
      allowedActions: ['edit', 'delete'],
    })
    const byClient = await put(client, action.id, { dueOn: null, comment: 'El lunes me costó.' })
    expect(byClient.body).toMatchObject({
      text: 'Practicar tres mañanas',
      dueOn: null,
      comment: 'El lunes me costó.',
      allowedActions: ['edit', 'comment'],
    })
    expect((await read(coach, action.id)).body).toMatchObject({ comment: 'El lunes me costó.', dueOn: null })
  })

  test('to what it is changes nothing and is no event', async () => {
    const action = await given({ detail: 'Diez minutos.' })
    const { text, dueOn, detail } = action
    for (const body of [{}, { text, dueOn, detail }, { detail: ' Diez minutos. ' }])
      expect((await put(coach, action.id, body)).body).toEqual(action)
    const events = await app.deps.db
      .selectFrom('domain_events')
      .select('type')
      .where('subject_id', '=', action.id)
      .execute()
    expect(events).toEqual([{ type: 'action.added' }])
  })

  test('of a closed one changes its comment alone', async () => {
    const action = await given()
    await move(client, action, 'done')
    expect(refused(await put(client, action.id, { text: 'Otra cosa' }))).toEqual([409, 'action.wrong_state'])
    expect(refused(await put(coach, action.id, { text: 'Otra cosa' }))).toEqual([409, 'action.wrong_state'])
    expect((await put(client, action.id, { comment: 'Salió bien.' })).body.comment).toBe('Salió bien.')
  })

  test('how it went is written by its person alone', async () => {
    const action = await given()
    expect(refused(await put(coach, action.id, { comment: 'Salió bien.' }))).toEqual([
      409,
      'action.wrong_state',
    ])
  })

  test('takes no new date that has passed, and keeps one that has', async () => {
    const action = await given({ dueOn: '2027-02-02' as never })
    await goTo(app, '2027-02-05T18:00:00Z', coach, client)
    const past = await put(coach, action.id, { dueOn: '2027-02-04' as never })
    expect(past.refusal).toMatchObject({ code: 'request.invalid', fields: { dueOn: expect.any(String) } })
    const kept = await put(coach, action.id, { dueOn: '2027-02-02' as never, text: 'Practicar hoy' })
    expect(kept.body).toMatchObject({ dueOn: '2027-02-02', text: 'Practicar hoy', overdue: true })
  })

  test('keeps why it was dropped, until it is taken up again', async () => {
    const action = await given()
    expect((await move(client, action, 'wontDo', 'Cambié de trabajo.')).body).toMatchObject({
      status: 'wontDo',
      reason: 'Cambié de trabajo.',
    })
    expect((await move(client, action, 'pending')).body.reason).toBe('')
  })

  test('of others is unknown, like that of nobody', async () => {
    const action = await given()
    const sibling = await newClient(app, coach, { name: 'Pedro' })
    const stranger = await newCoach(app)
    for (const who of [sibling, stranger]) {
      for (const id of [action.id, NOBODY]) {
        const answers = [
          await read(who, id),
          await put(who, id, { text: 'Ajena' }),
          await remove(who, id),
          await restore(who, id),
        ]
        expect(answers.map(refused)).toEqual(answers.map(() => [404, 'action.not_found']))
      }
    }
    expect((await read(client, action.id)).body.text).toBe('Practicar cada mañana')
  })

  test('refuses text that is hostile or too long, and shows markup as text', async () => {
    const action = await given()
    for (const body of [
      { text: 'a\u0000b' },
      { text: 'x'.repeat(201) },
      { detail: 'x'.repeat(2_001) },
      { text: 'ab' },
    ])
      expect((await put(coach, action.id, body)).status).toBe(422)
    const markup = '<img src=x onerror=alert(1)>'
    expect((await put(coach, action.id, { text: markup, detail: markup })).body).toMatchObject({
      text: markup,
      detail: markup,
    })
  })
})

// @spec P.130
describe('deleting an action', () => {
  test('takes it off every list, and restoring puts it back as it was', async () => {
    const action = await given({ dueOn: '2027-02-09' as never })
    expect((await remove(coach, action.id)).status).toBe(204)
    expect(await listed()).toMatchObject({ total: 0, data: [] })
    expect((await board()).body.total).toBe(0)
    expect(refused(await read(client, action.id))).toEqual([404, 'action.not_found'])
    expect(refused(await move(client, action, 'done'))).toEqual([404, 'action.not_found'])
    expect(refused(await remove(coach, action.id))).toEqual([404, 'action.not_found'])
    expect((await restore(coach, action.id)).body).toEqual(action)
    expect((await restore(coach, action.id)).body).toEqual(action)
    expect((await listed()).data).toMatchObject([{ id: action.id, text: action.text }])
  })

  test('a client deletes only what they added', async () => {
    const action = await given()
    const own = await add(client, { text: 'Dormir ocho horas' })
    expect(own).toMatchObject({ createdBy: 'client', allowedActions: ['edit', 'comment', 'delete'] })
    expect(refused(await remove(client, action.id))).toEqual([409, 'action.wrong_state'])
    expect((await remove(client, own.id)).status).toBe(204)
    expect(refused(await restore(client, action.id))).toEqual([409, 'action.wrong_state'])
    expect((await restore(client, own.id)).body.text).toBe('Dormir ocho horas')
  })
})

// @spec P.131
describe('the reminder', () => {
  const due = { dueOn: '2027-02-09' as never }
  // Mexico City is six hours behind UTC: 9:00 there.
  const NINE = '2027-02-09T15:00:00Z'

  test('tells the person once, at 9:00 of the day in their zone', async () => {
    const action = await given(due)
    await goTo(app, '2027-02-09T14:59:59Z', coach, client)
    expect(await toldOf(client, 'ACTION_DUE')).toEqual([])
    await goTo(app, NINE, coach, client)
    expect(await toldOf(client, 'ACTION_DUE')).toMatchObject([
      { body: { actionId: action.id, title: 'Practicar cada mañana' } },
    ])
    await goTo(app, '2027-02-09T20:00:00Z', coach, client)
    expect(await toldOf(client, 'ACTION_DUE')).toHaveLength(1)
    expect(await toldOf(coach, 'ACTION_DUE')).toEqual([])
  })

  test.each([
    ['done', (action: ActionDto) => move(client, action, 'done')],
    ['dropped', (action: ActionDto) => move(coach, action, 'wontDo')],
    ['deleted', (action: ActionDto) => remove(coach, action.id)],
    ['not to be reminded of', (action: ActionDto) => put(client, action.id, { reminds: false })],
    ['without a date', (action: ActionDto) => put(coach, action.id, { dueOn: null })],
    ['due later', (action: ActionDto) => put(coach, action.id, { dueOn: '2027-02-10' as never })],
  ])('is not sent for one that is %s', async (_, change) => {
    const action = await given(due)
    await change(action)
    await goTo(app, NINE, coach, client)
    expect(await toldOf(client, 'ACTION_DUE')).toEqual([])
  })

  test('comes back with what is taken back', async () => {
    const action = await given(due)
    await move(client, action, 'done')
    await move(client, action, 'pending')
    await remove(coach, action.id)
    await restore(coach, action.id)
    await goTo(app, NINE, coach, client)
    expect(await toldOf(client, 'ACTION_DUE')).toHaveLength(1)
  })

  test('follows the person into another zone', async () => {
    await given(due)
    const params = { userId: client.userId }
    good(
      await app.call(
        'PUT /v1/user/:userId/preferences',
        { params, body: { timezone: 'Europe/Madrid' } },
        client.token,
      ),
    )
    await goTo(app, '2027-02-09T08:00:00Z', coach, client)
    expect(await toldOf(client, 'ACTION_DUE')).toHaveLength(1)
    await goTo(app, NINE, coach, client)
    expect(await toldOf(client, 'ACTION_DUE')).toHaveLength(1)
  })

  test('does not come again for a day whose nine o’clock the person meets twice', async () => {
    const action = await given(due)
    const live = async (timezone: string) =>
      good(
        await app.call(
          'PUT /v1/user/:userId/preferences',
          { params: { userId: client.userId }, body: { timezone } },
          client.token,
        ),
      )
    await live('Europe/Madrid')
    await goTo(app, '2027-02-09T08:00:00Z', coach, client)
    expect(await toldOf(client, 'ACTION_DUE')).toHaveLength(1)
    await live('America/Mexico_City')
    await goTo(app, NINE, coach, client)
    expect(await toldOf(client, 'ACTION_DUE')).toHaveLength(1)
    good(await put(coach, action.id, { dueOn: '2027-02-10' as never }))
    await goTo(app, '2027-02-10T15:00:00Z', coach, client)
    expect(await toldOf(client, 'ACTION_DUE')).toHaveLength(2)
  })

  test('is not lost when the action changes while it waits for a worker', async () => {
    const action = await given(due)
    await goTo(app, '2027-02-09T15:00:01Z', coach, client)
    good(await put(coach, action.id, { detail: 'Al despertar' }))
    expect(await toldOf(client, 'ACTION_DUE')).toHaveLength(1)
  })

  test('is not set for a day whose nine o’clock has passed', async () => {
    await given({ dueOn: '2027-02-02' as never })
    await goTo(app, '2027-02-02T20:00:00Z', coach, client)
    expect(await toldOf(client, 'ACTION_DUE')).toEqual([])
  })

  test('is set for what is agreed in a session, too', async () => {
    const { id } = await made(book(app, coach, client, '2027-02-02T14:00:00Z'))
    good(await close(app, coach, id, { actions: [{ text: 'Leer un capítulo', ...due }] }))
    await goTo(app, NINE, coach, client)
    expect(await toldOf(client, 'ACTION_DUE')).toMatchObject([{ body: { title: 'Leer un capítulo' } }])
  })
})

// @spec P.132
describe('a done action', () => {
  const aMinuteLater = () => goTo(app, '2027-02-02T16:01:00Z', coach, client)

  test('is told to the coach after a minute, once', async () => {
    const action = await given()
    await move(client, action, 'done')
    expect(await toldOf(coach, 'ACTION_DONE')).toEqual([])
    await aMinuteLater()
    expect(await toldOf(coach, 'ACTION_DONE')).toMatchObject([
      { body: { actionId: action.id, title: 'Practicar cada mañana', client: { id: client.clientId } } },
    ])
  })

  test.each([
    [
      'taken back within a minute',
      async (action: ActionDto) => {
        await move(client, action, 'done')
        await move(client, action, 'pending')
      },
    ],
    ['marked by the coach', (action: ActionDto) => move(coach, action, 'done')],
    [
      'deleted',
      async (action: ActionDto) => {
        await move(client, action, 'done')
        await remove(coach, action.id)
      },
    ],
  ])('is not told when it was %s', async (_, change) => {
    await change(await given())
    await aMinuteLater()
    expect(await toldOf(coach, 'ACTION_DONE')).toEqual([])
  })
})

// @spec P.133
test('an open action counts the sessions its person came to since it was agreed', async () => {
  const action = await given()
  for (const [index, startsAt] of [
    '2027-02-03T15:00:00Z',
    '2027-02-04T15:00:00Z',
    '2027-02-05T15:00:00Z',
  ].entries()) {
    await goTo(app, startsAt, coach, client)
    const { id } = await made(book(app, coach, client, startsAt))
    const state = index === 1 ? 'absent' : 'present'
    good(await close(app, coach, id, { attendance: [{ personId: client.clientId, state }] }))
  }
  expect((await read(client, action.id)).body.sessionsOpen).toBe(2)
  await move(client, action, 'done')
  expect((await read(coach, action.id)).body.sessionsOpen).toBe(0)
})

// @spec P.135
describe('the actions of a whole practice', () => {
  test('are filtered by state, person and words, each with its person', async () => {
    const pedro = await newClient(app, coach, { name: 'Pedro' })
    const soon = await given({ dueOn: '2027-02-03' as never })
    const undated = await add(coach, { clientId: pedro.clientId, text: 'Escribir la carta' })
    const done = await given({ text: 'Llamar a su hermana' })
    await move(client, done, 'done')
    const ids = async (query: Partial<PracticeActionsQuery> = {}) =>
      good(await board(query)).data.map(({ id }) => id)
    expect(await ids()).toEqual([soon.id, undated.id])
    expect(await ids({ clientId: pedro.clientId })).toEqual([undated.id])
    expect(await ids({ search: 'CARTA' })).toEqual([undated.id])
    expect(await ids({ search: 'pedro' })).toEqual([undated.id])
    expect(await ids({ status: 'closed' })).toEqual([done.id])
    expect(await ids({ status: 'overdue' })).toEqual([])
    await goTo(app, '2027-02-04T18:00:00Z', coach, client)
    expect(await ids({ status: 'overdue' })).toEqual([soon.id])
    expect((await board({ items: 1, page: 2 })).body).toMatchObject({
      total: 2,
      page: 2,
      data: [{ name: expect.stringMatching(/^Pedro/) }],
    })
    expect((await board({}, await newCoach(app))).body.total).toBe(0)
  })
})
