import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActionStatus, NewAction } from '#contract/actions/actions.ts'
import type { ActionId, ClientId } from '#contract/values.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { book, close, goTo, made } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const NOBODY = '01920000-0000-7000-8000-000000000000'

const list = (token: string, clientId: ClientId, query: object = {}) =>
  app.call('GET /v1/action/Client/:clientId', { params: { clientId }, query }, token)
const move = (token: string, actionId: ActionId, status: ActionStatus) =>
  app.call('PUT /v1/action/:actionId/status', { params: { actionId }, body: { status } }, token)
const texts = async (token: string, clientId: ClientId, query: object = {}) =>
  (await list(token, clientId, query)).body.data.map(({ text }) => text)

/** A coach, a client, and actions agreed in a session of an hour ago. */
async function agreed(...actions: { text: string; dueOn?: string }[]) {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  const ids = await agree(coach, client, actions)
  return { coach, client, ids }
}

async function agree(coach: TestCoach, client: TestClient, actions: { text: string; dueOn?: string }[]) {
  const { id } = await made(book(app, coach, client, '2027-02-02T14:00:00Z'))
  const closed = await made(close(app, coach, id, { actions: actions as NewAction[] }))
  const byText = (wanted: string) => closed.actions.find(({ text }) => text === wanted)!.id
  return actions.map(({ text }) => byText(text))
}

describe('the list', () => {
  test('shows open ones first, by due date, undated ones last', async () => {
    const { coach, client, ids } = await agreed(
      { text: 'sin fecha' },
      { text: 'tarde', dueOn: '2027-03-01' },
      { text: 'pronto', dueOn: '2027-02-03' },
      { text: 'hecha', dueOn: '2027-01-01' },
    )
    await move(client.token, ids[3]!, 'done')
    const all = ['pronto', 'tarde', 'sin fecha', 'hecha']
    expect(await texts(client.token, client.clientId)).toEqual(all)
    expect(await texts(coach.token, client.clientId)).toEqual(all)
    expect(await texts(coach.token, client.clientId, { direction: 'desc' })).toEqual([
      'tarde',
      'pronto',
      'sin fecha',
      'hecha',
    ])
    const open = await list(coach.token, client.clientId, { status: 'open', items: 2, page: 2 })
    expect(open.body).toMatchObject({ total: 3, page: 2, items: 2, data: [{ text: 'sin fecha' }] })
    const closed = await list(coach.token, client.clientId, { status: 'closed' })
    expect(closed.body).toMatchObject({ total: 1, data: [{ text: 'hecha' }] })
  })

  test('is empty for somebody without any, and unknown for whom one has no part in', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const sibling = await newClient(app, coach, { name: 'Pedro' })
    const foreign = await agreed({ text: 'ajena' })
    expect((await list(client.token, client.clientId)).body).toMatchObject({ total: 0, data: [] })
    const unknown = [
      await list(client.token, sibling.clientId),
      await list(coach.token, foreign.client.clientId),
      await list(client.token, NOBODY as ClientId),
    ]
    for (const { status, refusal } of unknown)
      expect([status, refusal.code]).toEqual([404, 'client.not_found'])
  })

  test('says what is overdue by the client’s calendar', async () => {
    const { coach, client } = await agreed({ text: 'vence hoy', dueOn: '2027-02-02' })
    const overdue = async () => (await list(client.token, client.clientId)).body.data[0]!.overdue
    await goTo(app, '2027-02-03T05:59:00Z', coach, client)
    expect(await overdue()).toBe(false)
    await goTo(app, '2027-02-03T06:00:00Z', coach, client)
    expect(await overdue()).toBe(true)
  })
})

describe('moving an action', () => {
  test('ticks it off, tells by whose hand, and can be undone', async () => {
    const { coach, client, ids } = await agreed({ text: 'practicar' })
    const [id] = ids as [ActionId]
    const done = await move(client.token, id, 'done')
    expect(done.status).toBe(200)
    expect(done.body).toMatchObject({
      id,
      status: 'done',
      completedAt: TEST_NOW,
      changedBy: 'client',
      allowedStatuses: ['pending', 'inProgress'],
    })
    expect((await move(coach.token, id, 'pending')).body).toMatchObject({
      status: 'pending',
      completedAt: null,
      changedBy: 'coach',
      allowedStatuses: ['inProgress', 'done', 'wontDo'],
    })
  })

  test('to the state it has is fine and no news', async () => {
    const { coach, client, ids } = await agreed({ text: 'practicar' })
    const [id] = ids as [ActionId]
    const first = await move(client.token, id, 'done')
    expect((await move(coach.token, id, 'done')).body).toEqual({
      ...first.body,
      allowedActions: ['delete'],
    })
    const events = await app.deps.db
      .selectFrom('domain_events')
      .select('type')
      .where('subject_id', '=', id)
      .execute()
    expect(events).toEqual([{ type: 'action.moved' }])
  })

  test('succeeds exactly where it is listed', async () => {
    const { client, ids } = await agreed({ text: 'practicar' })
    const [id] = ids as [ActionId]
    const states: ActionStatus[] = ['pending', 'inProgress', 'done', 'wontDo']
    for (const from of states) {
      for (const to of states) {
        await app.deps.db.updateTable('actions').set({ status: from }).where('id', '=', id).execute()
        const { allowedStatuses } = (await list(client.token, client.clientId)).body.data[0]!
        const { status, refusal } = await move(client.token, id, to)
        if (to === from || allowedStatuses.includes(to)) expect(status).toBe(200)
        else expect([status, refusal.code]).toEqual([409, 'action.wrong_state'])
      }
    }
  })

  test('of others is unknown, like that of nobody', async () => {
    const { coach, ids } = await agreed({ text: 'practicar' })
    const [id] = ids as [ActionId]
    const sibling = await newClient(app, coach, { name: 'Pedro' })
    const stranger = await newCoach(app)
    for (const token of [sibling.token, stranger.token]) {
      for (const one of [id, NOBODY as ActionId]) {
        const { status, refusal } = await move(token, one, 'done')
        expect([status, refusal.code]).toEqual([404, 'action.not_found'])
      }
    }
  })

  test('by 32 hands at once is one move', async () => {
    const { coach, client, ids } = await agreed({ text: 'practicar' })
    const [id] = ids as [ActionId]
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        move(index % 2 === 0 ? client.token : coach.token, id, 'done'),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 32 }, () => 200))
    expect(new Set(answers.map(({ body }) => body.changedBy)).size).toBe(1)
  })

  test('to no state is refused with the field named', async () => {
    const { client, ids } = await agreed({ text: 'practicar' })
    const { status, refusal } = await move(client.token, ids[0]!, 'overdue' as ActionStatus)
    expect([status, Object.keys(refusal.fields!)]).toEqual([422, ['status']])
  })
})
