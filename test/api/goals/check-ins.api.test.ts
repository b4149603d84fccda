import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CheckInBody } from '#contract/goals/check-ins.ts'
import type { NewGoalBody } from '#contract/goals/goals.ts'
import type { CheckInId, CheckInKey, DateOn, GoalId, MilestoneId } from '#contract/values.ts'
import { DAY_MS } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { good, newGroup } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { goTo } from '#test/support/sessions.ts'

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

const percent = { title: 'Delegar la operación', measure: 'percent' } as const
const steps = {
  title: 'Hablar con mi equipo',
  measure: 'milestones',
  milestones: [{ text: 'Pedir la junta' }, { text: 'Tener la junta' }],
} as const
const NOBODY = '01920000-0000-7000-8000-000000000000' as CheckInId

const added = async (body: object = percent) =>
  good(await app.call('POST /v1/goal', { body: body as NewGoalBody }, client.token), 201)
const get = async ({ token }: Person, goalId: GoalId) =>
  good(await app.call('GET /v1/goal/:goalId', { params: { goalId } }, token))
const note = ({ token }: Person, goalId: GoalId, body: CheckInBody) =>
  app.call('POST /v1/goal/:goalId/checkin', { params: { goalId }, body }, token)
const noted = async (who: Person, goalId: GoalId, body: CheckInBody) =>
  good(await note(who, goalId, body)).checkInId
const takeBack = ({ token }: Person, goalId: GoalId, checkInId: CheckInId) =>
  app.call('DELETE /v1/goal/:goalId/checkin/:checkInId', { params: { goalId, checkInId } }, token)
const restore = ({ token }: Person, goalId: GoalId, checkInId: CheckInId) =>
  app.call('POST /v1/goal/:goalId/checkin/:checkInId/restore', { params: { goalId, checkInId } }, token)
const become = ({ token }: Person, goalId: GoalId, status: 'active' | 'paused' | 'achieved') =>
  app.call('PUT /v1/goal/:goalId/status', { params: { goalId }, body: { status } }, token)
const done = (id: MilestoneId, isDone = true) => ({ milestones: [{ id, done: isDone }] })

// @spec P.141
describe('noted progress that is taken back', () => {
  test('is gone from the list, the chart, the value and the health, and comes back as it was', async () => {
    const { id } = await added({ ...percent, startDate: '2027-02-02' })
    await noted(client, id, { value: 20 })
    await goTo(app, '2027-02-20T15:00:00.000Z', coach, client)
    const before = await get(client, id)
    expect(before.health).toMatchObject({ reason: 'still', days: 18 })
    const checkInId = await noted(client, id, { value: 60, comment: 'Ya delego' })
    const after = await get(client, id)
    expect(after).toMatchObject({ value: 60, progress: 60, health: { level: 'onTrack' } })
    expect(after.checkIns.map(({ canTakeBack }) => canTakeBack)).toEqual([true, true])

    const back = good(await takeBack(client, id, checkInId))
    const { updatedAt: _, ...same } = before
    expect(back).toMatchObject(same)
    expect(back.checkIns).toHaveLength(1)
    const { updatedAt: __, ...whole } = after
    expect(good(await restore(client, id, checkInId))).toMatchObject(whole)
  })

  test('opens its milestones again, as if it had never been noted', async () => {
    const goal = await added(steps)
    const [first, second] = goal.milestones.map(({ id }) => id) as [MilestoneId, MilestoneId]
    const one = await noted(client, goal.id, done(first))
    app.clock.advance(2 * DAY_MS)
    await goTo(app, '2027-02-04T15:00:00.000Z', coach, client)
    await noted(coach, goal.id, { ...done(second), comment: 'Salió bien' })
    expect((await get(client, goal.id)).progress).toBe(100)
    const back = good(await takeBack(client, goal.id, one))
    expect(back.milestones.map(({ doneOn }) => doneOn)).toEqual([null, '2027-02-04'])
    expect(back).toMatchObject({ progress: 50, points: [{ date: '2027-02-04', progress: 50 }] })
    expect(back.checkIns).toMatchObject([
      { comment: 'Salió bien', milestones: [{ id: second, text: 'Tener la junta', done: true }] },
    ])
    const again = good(await restore(client, goal.id, one))
    expect(again.milestones.map(({ doneOn }) => doneOn)).toEqual(['2027-02-02', '2027-02-04'])
    expect(again.progress).toBe(100)
  })

  test('leaves the day on which a goal was taken up again as a movement', async () => {
    const { id } = await added()
    good(await become(client, id, 'paused'))
    await goTo(app, '2027-03-10T15:00:00.000Z', coach, client)
    good(await become(client, id, 'active'))
    await goTo(app, '2027-03-12T15:00:00.000Z', coach, client)
    const checkInId = await noted(client, id, { comment: 'Retomo' })
    good(await takeBack(client, id, checkInId))
    await goTo(app, '2027-03-24T15:00:00.000Z', client)
    expect((await get(client, id)).health).toMatchObject({ reason: 'still', days: 14 })
  })

  test('is the coach’s to take back too, and nobody’s who did not note it', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    const luz = await newClient(app, coach, { groupId: group.id })
    const mario = await newClient(app, coach, { groupId: group.id })
    const body = { ...percent, groupId: group.id }
    const { id } = good(await app.call('POST /v1/goal', { body }, coach.token), 201)
    const hers = await noted(luz, id, { value: 30 })
    const theirs = await noted(coach, id, { value: 40 })
    expect((await get(luz, id)).checkIns.map(({ canTakeBack }) => canTakeBack)).toEqual([false, true])
    expect((await get(mario, id)).checkIns.map(({ canTakeBack }) => canTakeBack)).toEqual([false, false])
    for (const [who, checkInId] of [
      [luz, theirs],
      [mario, hers],
    ] as const) {
      const answer = await takeBack(who, id, checkInId)
      expect([answer.status, answer.body]).toMatchObject([403, { code: 'auth.forbidden' }])
    }
    expect(good(await takeBack(coach, id, hers)).checkIns).toHaveLength(1)
    // Not put back by who may not take it back.
    expect((await restore(mario, id, hers)).status).toBe(403)
    expect(good(await restore(luz, id, hers)).checkIns).toHaveLength(2)
  })

  test('is kept once the goal has ended, which stays as it ended', async () => {
    const { id } = await added()
    const checkInId = await noted(client, id, { value: 100 })
    const gone = await noted(client, id, { comment: 'Por error' })
    good(await takeBack(client, id, gone))
    good(await become(client, id, 'achieved'))
    for (const answer of [await takeBack(coach, id, checkInId), await restore(client, id, gone)]) {
      expect([answer.status, answer.body]).toMatchObject([
        409,
        { code: 'goal.check_in_kept', error: 'La meta ya se cerró: sus avances se quedan como están.' },
      ])
    }
    const goal = await get(client, id)
    expect(goal).toMatchObject({ status: 'achieved', progress: 100, checkIns: [{ canTakeBack: false }] })
  })

  test('is refused to a client whose process has ended, and found by nobody else', async () => {
    const { id } = await added()
    const checkInId = await noted(client, id, { value: 10 })
    for (const who of [await newCoach(app), await newClient(app, coach)]) {
      for (const answer of [await takeBack(who, id, checkInId), await restore(who, id, checkInId)]) {
        expect([answer.status, answer.body]).toMatchObject([404, { code: 'goal.not_found' }])
      }
    }
    const other = await added({ ...percent, title: 'Otra de las metas' })
    for (const answer of [
      await takeBack(client, id, NOBODY),
      await takeBack(client, other.id, checkInId),
      await restore(client, id, checkInId),
    ]) {
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'goal.check_in_not_found' }])
    }
    good(await takeBack(client, id, checkInId))
    expect((await takeBack(client, id, checkInId)).body).toMatchObject({ code: 'goal.check_in_not_found' })
    good(
      await app.call(
        'POST /v1/client/:clientId/finish',
        { params: { clientId: client.clientId } },
        coach.token,
      ),
    )
    for (const answer of [await restore(client, id, checkInId), await takeBack(client, id, checkInId)]) {
      expect([answer.status, answer.body]).toMatchObject([409, { code: 'goal.wrong_state' }])
    }
  })
})

// @spec P.142
describe('progress that is sent twice', () => {
  const clientKey = (last: number) => `01920000-0000-7000-8000-00000000000${last}` as CheckInKey

  test('with its key is stored once, however many come at once', async () => {
    const { id } = await added()
    const body = { value: 40, comment: 'Una vez', clientKey: clientKey(1) }
    const answers = await Promise.all(Array.from({ length: 5 }, () => note(client, id, body)))
    expect(new Set(answers.map((answer) => good(answer).checkInId)).size).toBe(1)
    const goal = await get(coach, id)
    expect(goal.checkIns).toMatchObject([{ value: 40, comment: 'Una vez' }])
    const events = await app.deps.db
      .selectFrom('domain_events')
      .where('subject_id', '=', id)
      .where('type', '=', 'goal.checked_in')
      .select('id')
      .execute()
    expect(events).toHaveLength(1)
  })

  test('ticks every milestone that many tick at once, and keeps one that is added meanwhile', async () => {
    const texts = ['Pedir la junta', 'Preparar la junta', 'Tener la junta', 'Cerrar acuerdos', 'Darles aviso']
    const goal = await added({ ...steps, milestones: texts.map((text) => ({ text })) })
    const { id: goalId } = goal
    const milestones = [...goal.milestones.map(({ id, text }) => ({ id, text })), { text: 'Celebrar' }]
    await Promise.all([
      ...goal.milestones.map(async ({ id }) => good(await note(client, goalId, done(id)))),
      app.call('PUT /v1/goal/:goalId', { params: { goalId }, body: { milestones } }, coach.token),
    ])
    const after = await get(client, goalId)
    expect(after.milestones.map(({ doneOn }) => doneOn !== null)).toEqual([...texts.map(() => true), false])
  })

  test('is what was stored, also on the next day, once it was taken back, and once the goal has ended', async () => {
    const { id } = await added()
    const body = { value: 40, clientKey: clientKey(2) }
    const checkInId = await noted(client, id, body)
    await goTo(app, '2027-02-03T15:00:00.000Z', coach, client)
    expect(await noted(client, id, body)).toBe(checkInId)
    good(await takeBack(client, id, checkInId))
    expect(good(await note(client, id, body)).checkIns).toEqual([])
    good(await become(client, id, 'achieved'))
    expect(await noted(client, id, body)).toBe(checkInId)
  })

  test('is refused with the same key and something else, and stored with another key', async () => {
    const goal = await added(steps)
    const [first, second] = goal.milestones.map(({ id }) => id) as [MilestoneId, MilestoneId]
    const body = { ...done(first), comment: 'Ya', date: '2027-02-02' as DateOn, clientKey: clientKey(3) }
    await noted(client, goal.id, body)
    const { comment: _, ...wordless } = body
    const { clientKey: key } = body
    for (const [who, other] of [
      [client, { ...body, comment: 'Ya quedó' }],
      [client, wordless],
      [client, { ...body, ...done(first, false) }],
      [client, { ...body, ...done(second) }],
      [client, { comment: 'Ya', clientKey: key }],
      [coach, body],
    ] as const) {
      const answer = await note(who, goal.id, other)
      expect([answer.status, answer.body]).toMatchObject([409, { code: 'goal.check_in_differs' }])
    }
    await noted(client, goal.id, { ...body, clientKey: clientKey(4) })
    expect((await get(client, goal.id)).checkIns).toHaveLength(2)
    // The same key of another goal is another one.
    const other = await added()
    await noted(client, other.id, { value: 5, clientKey: key })
  })
})

// @spec P.143
test('a client who notes progress moves, and is quiet again if it is taken back', async () => {
  const { id } = await added()
  await goTo(app, '2027-02-20T15:00:00.000Z', coach, client)
  const needing = async () => {
    const { body } = await app.call('GET /v1/dashboard', {}, coach.token)
    return body.coach!.attention.map((each) => each.id)
  }
  const record = async () =>
    good(await app.call('GET /v1/client/:clientId', { params: { clientId: client.clientId } }, coach.token))
  const rhythm = async () => (await record()).rhythm
  const notedSteps = async () => (await record()).moves!.filter(({ kind }) => kind === 'goalNoted').length
  expect(await rhythm()).toEqual({ level: 'atRisk', days: 18 })
  expect(await needing()).toEqual([client.clientId])
  await noted(coach, id, { value: 10 })
  expect(await rhythm()).toEqual({ level: 'atRisk', days: 18 })
  const checkInId = await noted(client, id, { value: 20, date: '2027-02-03' as DateOn })
  expect(await rhythm()).toEqual({ level: 'onTrack', days: 0 })
  expect(await needing()).toEqual([])
  expect(await notedSteps()).toBe(2)
  good(await takeBack(client, id, checkInId))
  expect(await rhythm()).toEqual({ level: 'atRisk', days: 18 })
  expect(await notedSteps()).toBe(1)
})
