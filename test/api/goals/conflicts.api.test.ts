import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GoalBody, GoalDetail } from '#contract/goals/goals.ts'
import type { GoalId, MilestoneId } from '#contract/values.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
let goal: GoalDetail
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  client = await newClient(app, coach)
  const milestones = [{ text: 'Pedir la junta' }, { text: 'Tener la junta' }]
  const body = { title: 'Hablar con mi equipo', measure: 'milestones', milestones } as const
  goal = good(await app.call('POST /v1/goal', { body }, client.token), 201)
})

type Person = { token: string }
type Listed = NonNullable<GoalBody['milestones']>
const put = ({ token }: Person, body: GoalBody, goalId: GoalId = goal.id) =>
  app.call('PUT /v1/goal/:goalId', { params: { goalId }, body }, token)
const get = async () =>
  good(await app.call('GET /v1/goal/:goalId', { params: { goalId: goal.id } }, coach.token))
const tick = (id: MilestoneId, done = true) =>
  app.call(
    'POST /v1/goal/:goalId/checkin',
    { params: { goalId: goal.id }, body: { milestones: [{ id, done }] } },
    client.token,
  )
const listed = ({ milestones }: Pick<GoalDetail, 'milestones'>) =>
  milestones.map(({ id, text, date }) => ({ id, text, date }))
const texts = ({ milestones }: Pick<GoalDetail, 'milestones'>) => milestones.map(({ text }) => text)
/** The list of a goal with one more, as it is sent by a form that was opened with that goal. */
const withOneMore = (text: string, of: GoalDetail = goal) => ({
  milestones: [...listed(of), { text }] satisfies Listed,
  milestonesBasedOn: listed(of),
})

// @spec P.94
test('of two edits of one list of milestones the second is refused and changes nothing', async () => {
  const first = good(await put(coach, withOneMore('Cerrar acuerdos')))
  const late = await put(client, { ...withOneMore('Celebrar'), title: 'Otro título' })
  expect([late.status, late.refusal.code]).toEqual([409, 'goal.conflict'])
  expect(late.refusal.error).toBe(
    'Los hitos de esta meta cambiaron mientras la editabas. Elige con qué versión seguir.',
  )
  expect(await get()).toMatchObject({ title: goal.title, milestones: first.milestones, wordings: [] })
  // Chosen with the other one in sight.
  expect(texts(good(await put(client, withOneMore('Celebrar', first))))).toEqual([
    'Pedir la junta',
    'Tener la junta',
    'Cerrar acuerdos',
    'Celebrar',
  ])
})

// @spec P.94
test('of many edits at once one is stored, and nobody else’s is said to be', async () => {
  const answers = await Promise.all(
    [coach, client, coach, client, coach].map((who, n) => put(who, withOneMore(`Paso ${n + 1}`))),
  )
  const stored = answers.filter(({ status }) => status === 200)
  expect(stored).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
  expect(texts(await get())).toEqual(texts(stored[0]!.body))
})

test('a tick is no other version: it refuses no edit, and no edit undoes it, also at once', async () => {
  const [first, second] = goal.milestones
  good(await tick(first!.id))
  expect(good(await put(coach, withOneMore('Celebrar'))).milestones.map(({ doneOn }) => doneOn)).toEqual([
    '2027-02-02',
    null,
    null,
  ])
  const before = await get()
  const [ticked, edited] = await Promise.all([tick(second!.id), put(coach, withOneMore('Descansar', before))])
  expect([ticked.status, edited.status]).toEqual([200, 200])
  expect((await get()).milestones.map(({ text, doneOn }) => [text, doneOn !== null])).toEqual([
    ['Pedir la junta', true],
    ['Tener la junta', true],
    ['Celebrar', false],
    ['Descansar', false],
  ])
})

test('a list that is stored already is no conflict, as when an answer was lost, and keeps its ids', async () => {
  const sent = withOneMore('Celebrar')
  const first = good(await put(coach, sent))
  expect(good(await put(coach, sent)).milestones).toEqual(first.milestones)
})

test('fields beside the list are nobody’s conflict', async () => {
  good(await put(coach, withOneMore('Celebrar')))
  expect(good(await put(client, { why: 'Por mi equipo' }))).toMatchObject({ why: 'Por mi equipo' })
  expect(texts(await get())).toContain('Celebrar')
})

test('an edit that does not say what it is based on replaces what is there', async () => {
  good(await put(coach, withOneMore('Celebrar')))
  const { milestones } = withOneMore('Descansar')
  expect(texts(good(await put(client, { milestones })))).toEqual([...texts(goal), 'Descansar'])
})

test('a milestone that is listed twice is new the second time', async () => {
  good(await tick(goal.milestones[0]!.id))
  const [first] = listed(goal)
  const { milestones } = good(await put(coach, { milestones: [first!, { ...first!, text: 'Pedir otra' }] }))
  expect(milestones.map(({ text, doneOn }) => [text, doneOn !== null])).toEqual([
    ['Pedir la junta', true],
    ['Pedir otra', false],
  ])
  expect(milestones[0]!.id).toBe(first!.id)
})

test('what it is based on is a list of milestones', async () => {
  const { milestones } = withOneMore('Celebrar')
  const answer = await put(coach, { milestones, milestonesBasedOn: [{ text: 'Sin id' }] as never })
  expect([answer.status, Object.keys(answer.refusal.fields ?? {})]).toEqual([422, ['milestonesBasedOn.0.id']])
})
