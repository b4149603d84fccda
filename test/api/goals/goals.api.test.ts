import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { GoalBody, NewGoalBody } from '#contract/goals/goals.ts'
import type { ClientId, GoalId, MilestoneId } from '#contract/values.ts'
import type { ClientTransition } from '#server/modules/clients/clients.domain.ts'
import { DAY_MS } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { good, newGroup } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { goTo } from '#test/support/sessions.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

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

type Person = { token: string }
type New = Partial<Omit<NewGoalBody, 'milestones'>> & { milestones?: object[] }

const NOBODY = '01920000-0000-7000-8000-000000000000'
const weight = { title: 'Bajar a 80 kilos', measure: 'number', baseline: 90, target: 80, unit: 'kg' } as const

const add = ({ token }: Person, body: New) =>
  app.call('POST /v1/goal', { body: { ...weight, ...body } as NewGoalBody }, token)
const added = async (body: New = {}, by: Person = client) =>
  good(await add(by, { ...(by === coach && { clientId: client.clientId }), ...body }), 201)
const get = ({ token }: Person, goalId: string) =>
  app.call('GET /v1/goal/:goalId', { params: { goalId: goalId } }, token)
const put = ({ token }: Person, goalId: GoalId, body: GoalBody) =>
  app.call('PUT /v1/goal/:goalId', { params: { goalId }, body }, token)
const list = (who: Person, query: object = {}) =>
  app.call('GET /v1/goal/Client/:clientId', { params: { clientId: client.clientId }, query }, who.token)
const note = ({ token }: Person, goalId: GoalId, body: object) =>
  app.call('POST /v1/goal/:goalId/checkin', { params: { goalId }, body }, token)
const become = ({ token }: Person, goalId: GoalId, status: string, more: object = {}) =>
  app.call(
    'PUT /v1/goal/:goalId/status',
    { params: { goalId }, body: { status, ...more } as { status: 'active' } },
    token,
  )
const remove = ({ token }: Person, goalId: GoalId) =>
  app.call('DELETE /v1/goal/:goalId', { params: { goalId } }, token)
const restore = ({ token }: Person, goalId: GoalId) =>
  app.call('POST /v1/goal/:goalId/restore', { params: { goalId } }, token)
async function move(...transitions: ClientTransition[]) {
  const params = { clientId: client.clientId }
  for (const each of transitions)
    good(await app.call(`POST /v1/client/:clientId/${each}`, { params }, coach.token))
}
const toldOf = async ({ token, userId }: TestClient | TestCoach) => {
  await app.settle()
  const { body } = await app.call(
    'GET /v1/notification/all/:userId',
    { params: { userId }, query: {} },
    token,
  )
  return body.data.filter(({ type }) => type === 'GOAL_ACHIEVED')
}

// @spec P.90
describe('a goal (product §11)', () => {
  test('of the coach and of the client is the same for both', async () => {
    const goal = await added(
      { why: 'Subir con mis hijos', area: 'Salud', targetDate: '2027-05-01' as never },
      coach,
    )
    expect(goal).toMatchObject({
      ...weight,
      clientId: client.clientId,
      group: null,
      status: 'active',
      value: null,
      progress: 0,
      startDate: '2027-02-02',
      targetDate: '2027-05-01',
      health: { level: 'onTrack', reason: 'early' },
      createdBy: 'coach',
      checkIns: [],
      wordings: [],
      actions: [],
    })
    const own = await added({ title: 'Dormir ocho horas', measure: 'yesNo', ...none })
    expect(own.createdBy).toBe('client')
    expect(own.allowedActions).toEqual(goal.allowedActions)
    for (const who of [coach, client]) {
      const { data, active, crowded, canAdd } = good(await list(who))
      expect(data.map(({ id }) => id)).toEqual([goal.id, own.id])
      expect({ active, crowded, canAdd }).toEqual({ active: 2, crowded: false, canAdd: true })
      expect(good(await get(who, goal.id))).toEqual({ ...goal })
    }
  })

  test('sent again by many at once is added once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(client, {})))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(good(await list(client)).total).toBe(1)
    // The same words in another form, as some keyboards write them.
    const accented = [
      await add(client, { title: 'Delegación' }),
      await add(client, { title: 'Delegación'.normalize('NFD') }),
    ]
    expect(new Set(accented.map(({ body }) => body.id)).size).toBe(1)
  })

  test('warns beyond three active ones, and refuses nothing', async () => {
    for (const name of ['uno', 'dos', 'tres']) await added({ title: `Meta número ${name}` })
    expect(good(await list(client)).crowded).toBe(false)
    const { id } = await added({ title: 'Meta número cuatro' })
    expect(good(await list(client))).toMatchObject({ active: 4, crowded: true })
    good(await become(client, id, 'paused'))
    expect(good(await list(coach))).toMatchObject({ active: 3, crowded: false })
  })

  test('is shown live to both sides', async () => {
    const emit = vi.spyOn(app.deps.realtime, 'emit')
    const { id } = await added()
    await app.settle()
    const changes = emit.mock.calls.filter(
      ([, name, payload]) => name === 'CHANGED' && 'id' in payload && payload.id === id,
    )
    expect(new Set(changes.map(([membership]) => membership)).size).toBe(2)
    emit.mockRestore()
  })

  test('keeps hostile words as they were written', async () => {
    const title = '<img src=x onerror=alert(1)> {{title}} ' + "'; drop table goals;--"
    const goal = await added({ title, why: '<script>alert(1)</script>', unit: '<b>kg</b>' })
    expect(goal).toMatchObject({ title, why: '<script>alert(1)</script>', unit: '<b>kg</b>' })
    expect((await add(client, { title: 'Meta\u202Egpj con marca' })).body).toMatchObject({
      title: 'Metagpj con marca',
    })
    expect((await add(client, { title: 'Con\u0000cero' })).status).toBe(422)
  })
})

const none = { baseline: undefined, target: undefined, unit: undefined }

// @spec P.91
describe('refused in a new goal', () => {
  test.each<[string, New, Record<string, string>]>([
    ['a short title', { title: 'Meta' }, { title: 'Escribe al menos 5 caracteres.' }],
    [
      'a target that is the baseline',
      { target: 90 },
      { target: 'La meta debe ser distinta del punto de partida.' },
    ],
    ['a number without a target', { target: undefined }, { target: 'Campo requerido' }],
    [
      'a percentage of 120',
      { measure: 'percent', ...none, target: 120 },
      { target: 'Escribe un porcentaje de 0 a 100.' },
    ],
    [
      'numbers of yes or no',
      { measure: 'yesNo', ...none, target: 1 },
      { target: 'Este dato no se espera aquí.' },
    ],
    [
      'milestones without one',
      { measure: 'milestones', ...none, milestones: [] },
      { milestones: 'Agrega al menos un hito.' },
    ],
    [
      'a date that has passed',
      { targetDate: '2027-02-01' as never },
      { targetDate: 'Elige hoy o un día que esté por venir.' },
    ],
    [
      'an end before its start',
      { startDate: '2027-03-01' as never, targetDate: '2027-02-20' as never },
      { targetDate: 'La fecha de fin no puede ser antes de la de inicio.' },
    ],
    ['infinity', { target: 1e300 }, { target: 'El máximo es 1000000000.' }],
  ])('%s', async (_, body, fields) => {
    const answer = await add(client, body)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ code: 'request.invalid', fields })
    expect(good(await list(client)).total).toBe(0)
  })

  test('somebody else’s person or group, and an ended process', async () => {
    const stranger = await newCoach(app)
    const other = await newClient(app, coach)
    const group = await newGroup(app, coach)
    for (const [who, body] of [
      [coach, { clientId: NOBODY as ClientId }],
      [coach, {}],
      [stranger, { clientId: client.clientId }],
      [client, { clientId: other.clientId }],
    ] as const) {
      expect((await add(who, body)).body).toMatchObject({ code: 'client.not_found' })
    }
    for (const who of [stranger, client]) {
      expect((await add(who, { groupId: group.id })).body).toMatchObject({ code: 'group.not_found' })
    }
    await move('finish')
    for (const who of [coach, client]) {
      const answer = await add(who, { clientId: client.clientId })
      expect([answer.status, answer.body]).toMatchObject([409, { code: 'goal.process_ended' }])
      expect(good(await list(who)).canAdd).toBe(false)
    }
  })

  test('more than fifty open ones, of which a deleted one that comes back is one', async () => {
    const { id } = await added()
    await remove(client, id)
    const now = toTimestamp(app.clock.now())
    await app.deps.db
      .insertInto('goals')
      .values(
        Array.from({ length: 50 }, () => ({
          id: app.deps.newId<GoalId>(),
          coach_id: coach.userId,
          client_id: client.clientId,
          title: 'Una de muchas',
          measure: 'yesNo' as const,
          starts_on: '2027-02-02' as never,
          status: 'active' as const,
          moved_on: '2027-02-02' as never,
          created_by: 'coach' as const,
          created_at: now,
          updated_at: now,
        })),
      )
      .execute()
    expect((await add(client, {})).body).toMatchObject({ code: 'goal.too_many' })
    for (const who of [client, coach]) {
      const { status, body } = await restore(who, id)
      expect([status, body]).toMatchObject([409, { code: 'goal.too_many' }])
    }
    expect((await get(client, id)).status).toBe(404)
    const other = good(await list(client, { status: 'open' })).data[0]!
    good(await become(client, other.id, 'dropped'))
    // At once, both of them find the one place that is left.
    const last = await Promise.all([restore(coach, id), add(client, { title: 'Correr media hora' })])
    expect(last.filter(({ status }) => status === 409)).toHaveLength(1)
  })
})

// @spec P.91
describe('progress', () => {
  test('is noted by both, and the last of a day counts', async () => {
    const { id } = await added()
    app.clock.advance(3 * DAY_MS)
    good(await note(client, id, { value: 88, comment: 'Caminé a diario' }))
    good(await note(coach, id, { value: 87.5 }))
    const goal = good(await note(coach, id, { value: 89, date: '2027-02-03' }))
    expect(goal).toMatchObject({ value: 87.5, progress: 25 })
    expect(goal.points).toEqual([
      { date: '2027-02-03', progress: 10 },
      { date: '2027-02-05', progress: 25 },
    ])
    expect(goal.checkIns.map(({ value, by, comment }) => [value, by, comment])).toEqual([
      [87.5, 'coach', null],
      [88, 'client', 'Caminé a diario'],
      [89, 'coach', null],
    ])
  })

  test('of milestones is ticked, and taken back', async () => {
    const milestones = [{ text: 'Pedir la junta', date: '2027-02-20' }, { text: 'Tener la junta' }]
    const goal = await added({ measure: 'milestones', ...none, milestones })
    const [first, second] = goal.milestones
    expect(goal.nextMilestone).toEqual(first)
    const half = good(await note(client, goal.id, { milestones: [{ id: first!.id, done: true }] }))
    expect(half).toMatchObject({ progress: 50, nextMilestone: second })
    expect(half.milestones[0]).toMatchObject({ doneOn: '2027-02-02' })
    const back = good(await note(coach, goal.id, { milestones: [{ id: first!.id, done: false }] }))
    expect(back.progress).toBe(0)
  })

  test('is refused outside its measure, before the start, after today, and empty', async () => {
    const yes = await added({ title: 'Decir que no', measure: 'yesNo', ...none })
    const steps = await added({
      title: 'Hablar con mi equipo',
      measure: 'milestones',
      ...none,
      milestones: [{ text: 'Pedir la junta' }],
    })
    const { id } = await added()
    for (const [goalId, body, fields] of [
      [yes.id, { value: 2 }, { value: 'Elige sí o no.' }],
      [steps.id, { value: 1 }, { value: 'Esta meta avanza con sus hitos. Marca los que ya lograste.' }],
      [
        steps.id,
        { milestones: [{ id: NOBODY as MilestoneId, done: true }] },
        { 'milestones.0.id': 'Este hito ya no es parte de la meta.' },
      ],
      [id, { value: 85, date: '2027-02-03' }, { date: 'Elige hoy o un día que ya haya pasado.' }],
      [id, { value: 85, date: '2027-02-01' }, { date: 'Elige un día desde que empezó la meta.' }],
      [id, {}, { value: 'Campo requerido' }],
      [id, { value: '<b>85</b>' }, { value: 'El valor no es del tipo esperado.' }],
    ] as const) {
      const answer = await note(client, goalId, body)
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject({ fields })
    }
    expect(good(await get(client, id)).checkIns).toEqual([])
  })

  test('that stops is seen in its health, and a pause does not count', async () => {
    const { id } = await added()
    await goTo(app, '2027-02-18T15:00:00.000Z', coach, client)
    expect(good(await get(client, id)).health).toEqual({
      level: 'attention',
      reason: 'still',
      days: 16,
      points: 0,
    })
    good(await become(client, id, 'paused'))
    expect(good(await get(client, id)).health).toBeNull()
    await goTo(app, '2027-04-18T15:00:00.000Z', coach, client)
    const again = good(await become(client, id, 'active'))
    expect(again.health).toMatchObject({ level: 'onTrack' })
  })
})

// @spec P.94
describe('a change', () => {
  test('keeps how it was worded, and the days of its milestones', async () => {
    const milestones = [{ text: 'Pedir la junta' }, { text: 'Tener la junta' }]
    const goal = await added({ measure: 'milestones', ...none, milestones })
    const [first] = goal.milestones
    good(await note(client, goal.id, { milestones: [{ id: first!.id, done: true }] }))
    const changed = good(
      await put(coach, goal.id, {
        title: 'Hablar con todo mi equipo',
        milestones: [{ text: 'Preparar la agenda' }, { id: first!.id, text: 'Pedir la junta' }],
      }),
    )
    expect(changed.milestones.map(({ text, doneOn }) => [text, doneOn])).toEqual([
      ['Preparar la agenda', null],
      ['Pedir la junta', '2027-02-02'],
    ])
    expect(changed.wordings).toEqual([
      { title: goal.title, why: null, target: null, targetDate: null, until: TEST_NOW, changedBy: 'coach' },
    ])
    expect(good(await put(client, goal.id, { area: 'Trabajo' })).wordings).toHaveLength(1)
  })

  test('is refused where a new goal would be, and for one that has ended', async () => {
    const { id } = await added({ targetDate: '2027-05-01' as never })
    for (const body of [{ target: 90 }, { targetDate: '2027-01-01' as never }, { title: 'x' }]) {
      expect((await put(client, id, body)).status).toBe(422)
    }
    good(await become(client, id, 'dropped'))
    for (const answer of [
      await put(client, id, { title: 'Bajar a 82 kilos' }),
      await note(client, id, { value: 82 }),
      await become(client, id, 'active'),
    ]) {
      expect([answer.status, answer.body]).toMatchObject([409, { code: 'goal.wrong_state' }])
    }
  })
})

// @spec P.96
describe('its end', () => {
  test('keeps what was learnt, and tells the other side once', async () => {
    const { id } = await added()
    const done = good(
      await become(client, id, 'achieved', { reflection: 'Que despacio también se llega', score: 9 }),
    )
    expect(done).toMatchObject({
      status: 'achieved',
      reflection: 'Que despacio también se llega',
      score: 9,
      closedAt: TEST_NOW,
      health: null,
      allowedActions: ['delete'],
    })
    good(await become(client, id, 'achieved'))
    expect(await toldOf(client)).toEqual([])
    expect(await toldOf(coach)).toMatchObject([
      { body: { goalId: id, title: weight.title, client: { id: client.clientId } } },
    ])
    const other = await added({ title: 'Correr diez kilómetros' })
    good(await become(coach, other.id, 'partial', { score: 6 }))
    expect(await toldOf(client)).toEqual([])
    const third = await added({ title: 'Correr quince kilómetros' })
    good(await become(coach, third.id, 'achieved'))
    expect(await toldOf(client)).toHaveLength(1)
  })

  test('takes words with an end alone, and a score from 1 to 10', async () => {
    const { id } = await added()
    expect((await become(client, id, 'paused', { score: 5 })).status).toBe(422)
    expect((await become(client, id, 'achieved', { score: 11 })).status).toBe(422)
  })
})

// @spec P.94
test('a deleted goal is gone for both, and comes back as it was; after 60 days it is removed', async () => {
  const goal = await added()
  expect((await remove(coach, goal.id)).status).toBe(204)
  expect((await get(client, goal.id)).body).toMatchObject({ code: 'goal.not_found' })
  expect(good(await list(client)).total).toBe(0)
  expect((await remove(coach, goal.id)).status).toBe(404)
  expect(good(await restore(client, goal.id))).toEqual(goal)
  expect((await restore(client, goal.id)).status).toBe(404)
})

// @spec P.93
test('nobody else finds it, and a client whose process has ended only reads it', async () => {
  const { id } = await added()
  const strangers = [await newCoach(app), await newClient(app, coach)]
  for (const who of strangers) {
    for (const answer of [
      await get(who, id),
      await put(who, id, { title: 'Otra meta' }),
      await note(who, id, { value: 85 }),
      await become(who, id, 'achieved'),
      await remove(who, id),
      await restore(who, id),
    ]) {
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'goal.not_found' }])
    }
    expect((await list(who)).body).toMatchObject({ code: 'client.not_found' })
  }
  await move('finish')
  expect(good(await get(client, id)).allowedActions).toEqual([])
  for (const answer of [
    await put(client, id, { title: 'Otra meta' }),
    await note(client, id, { value: 85 }),
    await become(client, id, 'achieved'),
    await remove(client, id),
  ]) {
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'goal.wrong_state' }])
  }
  good((await remove(coach, id)) as never, 204)
  expect((await restore(client, id)).body).toMatchObject({ code: 'goal.wrong_state' })
})

// @spec P.97
describe('an action that leads to a goal', () => {
  const act = (who: Person, body: object) =>
    app.call('POST /v1/action', { body: { text: 'Caminar media hora', ...body } }, who.token)

  test('is counted and shown with it while it is open', async () => {
    const { id: goalId } = await added()
    const action = good(await act(client, { goalId }), 201)
    expect(action.goalId).toBe(goalId)
    expect(good(await list(coach)).data[0]).toMatchObject({ openActions: 1 })
    expect(good(await get(coach, goalId)).actions).toMatchObject([{ id: action.id, goalId }])
    const params = { actionId: action.id }
    good(
      await app.call('PUT /v1/action/:actionId/status', { params, body: { status: 'done' } }, client.token),
    )
    expect(good(await get(client, goalId))).toMatchObject({ openActions: 0, actions: [] })
  })

  test('is refused for anybody else’s goal', async () => {
    const other = await newClient(app, coach)
    const { id: goalId } = await added()
    for (const [who, body] of [
      [other, { goalId }],
      [coach, { clientId: other.clientId, goalId }],
      [client, { goalId: NOBODY as GoalId }],
    ] as const) {
      const answer = await act(who, body)
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'goal.not_found' }])
    }
  })
})
