import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewGoalBody } from '#contract/goals/goals.ts'
import { DAY_MS, HOUR_MS, epochMs, toIso } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { statementsOf } from '#test/support/effort/statements.ts'
import { good, newGroup, newMember, transition } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { newResource } from '#test/support/resources/uploads.ts'
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
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

type Person = { token: string }
const open = async ({ token }: Person) => good(await app.call('GET /v1/dashboard', {}, token))
const ofCoach = async (who: Person = coach) => (await open(who)).coach!
const ofClient = async (who: Person = client) => (await open(who)).client!
const goal = async (title: string, body: Partial<NewGoalBody> = {}) =>
  good(
    await app.call(
      'POST /v1/goal',
      {
        body: {
          title,
          measure: 'percent',
          ...(body.groupId === undefined && { clientId: client.clientId }),
          ...body,
        },
      },
      coach.token,
    ),
    201,
  )
const note = async (goalId: string, value: number) =>
  good(await app.call('POST /v1/goal/:goalId/checkin', { params: { goalId }, body: { value } }, client.token))
const titles = (of: readonly { title: string }[]) => of.map(({ title }) => title)
const give = async (title: string, to: object = { clientIds: [client.clientId] }) => {
  const { id } = await newResource(app, coach, { title })
  const params = { resourceId: id }
  good(await app.call('POST /v1/resource/:resourceId/assign', { params, body: to }, coach.token))
  return params
}

// @spec P.120
describe('goals on a client’s dashboard', () => {
  test('are the active ones, own and of their groups, with progress and health', async () => {
    const paused = await goal('Dormir mejor cada noche')
    const group = await newGroup(app, coach, { status: 'running' })
    const member = await newMember(app, coach, group)
    await goal('Un equipo que decide solo', { groupId: group.id })
    const { id } = await goal('Correr cada semana', { targetDate: '2027-03-01' as never })
    await app.call(
      'PUT /v1/goal/:goalId/status',
      { params: { goalId: paused.id }, body: { status: 'paused' } },
      coach.token,
    )
    await note(id, 40)
    const { goals, activeGoals } = await ofClient()
    expect(goals).toMatchObject([{ id, progress: 40, health: { level: 'onTrack' } }])
    expect(activeGoals).toBe(1)
    expect(titles((await ofClient(member)).goals)).toEqual(['Un equipo que decide solo'])
    // A member who left the group sees no more of it.
    await app.call('POST /v1/group/:groupId/leave', { params: { groupId: group.id } }, member.token)
    expect((await ofClient(member)).goals).toEqual([])
  })

  test('are at most four, with the number of all', async () => {
    for (const n of [1, 2, 3, 4, 5]) await goal(`Meta número ${n}`)
    const { goals, activeGoals } = await ofClient()
    expect([goals.length, activeGoals]).toEqual([4, 5])
  })
})

// @spec P.120
describe('new resources on a client’s dashboard', () => {
  test('are those that were not opened, own and of their groups', async () => {
    const first = await give('Respiración')
    const group = await newGroup(app, coach, { status: 'running' })
    const member = await newMember(app, coach, group)
    await give('Guía del equipo', { groupIds: [group.id] })
    app.clock.advance(1000)
    await give('Lectura', { clientIds: [client.clientId], dueOn: '2027-02-05' })
    expect(titles((await ofClient()).resources)).toEqual(['Lectura', 'Respiración'])
    expect(titles((await ofClient(member)).resources)).toEqual(['Guía del equipo'])
    good(await app.call('POST /v1/resource/:resourceId/view', { params: first }, client.token))
    expect(await ofClient()).toMatchObject({ resources: [{ title: 'Lectura' }], newResources: 1 })
  })

  test('are at most three, with the number of all', async () => {
    for (const n of [1, 2, 3, 4]) await give(`Lectura ${n}`)
    const { resources, newResources } = await ofClient()
    expect([resources.length, newResources]).toEqual([3, 4])
  })
})

// @spec P.121
describe('goals on a coach’s dashboard', () => {
  test('are those that need attention, with the reason and how to reach their person', async () => {
    const still = await goal('Dormir mejor cada noche')
    const late = await goal('Terminar el curso', { targetDate: '2027-02-10' as never })
    const well = await goal('Correr cada semana')
    expect(await ofCoach()).toMatchObject({ goals: [], goalsInNeed: 0 })
    await goTo(app, '2027-02-20T18:00:00Z', coach, client)
    await note(well.id, 60)
    const { goals, goalsInNeed } = await ofCoach()
    expect(goalsInNeed).toBe(2)
    expect(new Map(goals.map(({ id, health: { reason, days } }) => [id, [reason, days]]))).toEqual(
      new Map([
        [still.id, ['still', 18]],
        [late.id, ['late', 10]],
      ]),
    )
    expect(goals[0]).toMatchObject({
      group: null,
      client: { id: client.clientId, fullName: 'Mariana Torres', email: client.email },
    })
    // What has come to its end needs nothing.
    await note(still.id, 100)
    expect((await ofCoach()).goals.map(({ id }) => id)).toEqual([late.id])
  })

  test('of a group name the group; of who rests or has ended nothing is asked', async () => {
    const group = await newGroup(app, coach, { status: 'running' })
    await goal('Un equipo que decide solo', { groupId: group.id })
    await goal('Dormir mejor cada noche')
    await goTo(app, '2027-02-22T18:00:00Z', coach, client)
    expect((await ofCoach()).goals.map(({ group: of, client: person }) => [of?.id, person?.id])).toEqual(
      expect.arrayContaining([
        [group.id, undefined],
        [undefined, client.clientId],
      ]),
    )
    const params = { clientId: client.clientId }
    good(await app.call('POST /v1/client/:clientId/pause', { params }, coach.token))
    good(await transition(app, coach, group, 'finished'))
    expect(await ofCoach()).toMatchObject({ goals: [], goalsInNeed: 0 })
  })

  test('of another practice are not among them', async () => {
    await goal('Dormir mejor cada noche')
    const other = await newCoach(app)
    await goTo(app, '2027-02-22T18:00:00Z', coach, other)
    expect((await ofCoach()).goalsInNeed).toBe(1)
    expect((await ofCoach(other)).goalsInNeed).toBe(0)
  })
})

describe('a dashboard', () => {
  test('keeps what a client may read when they rest, have ended, or their coach has not paid', async () => {
    await goal('Dormir mejor cada noche')
    await give('Respiración')
    const shown = async () => {
      const { goals, resources, canBook, canAddAction } = await ofClient()
      return [goals.length, resources.length, canBook, canAddAction]
    }
    const params = { clientId: client.clientId }
    expect(await shown()).toEqual([1, 1, true, true])
    good(await app.call('POST /v1/client/:clientId/pause', { params }, coach.token))
    expect(await shown()).toEqual([1, 1, false, true])
    good(await app.call('POST /v1/client/:clientId/finish', { params }, coach.token))
    expect(await shown()).toEqual([1, 1, false, false])
    const unpaid = { payment_status: 'none' as const }
    await app.deps.db.updateTable('coaches').set(unpaid).where('id', '=', coach.userId).execute()
    app.clock.advance(HOUR_MS)
    expect(await shown()).toEqual([1, 1, false, false])
    expect((await app.call('GET /v1/dashboard', {}, coach.token)).status).toBe(402)
  })

  // @spec P.122
  test('is one statement beside the sign-in, a coach’s three, of a practice of any size', async () => {
    const ofOthers = (texts: readonly string[]) => texts.filter((text) => !text.includes('auth_sessions'))
    const dashboards = async () => ({
      coach: ofOthers(await statementsOf(() => ofCoach())),
      client: ofOthers(await statementsOf(() => ofClient())),
    })
    const few = await dashboards()
    expect([few.coach.length, few.client.length]).toEqual([3, 1])
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await newClient(app, coach)
      await goal(`Meta número ${n}`)
      await give(`Lectura ${n}`)
      const { id } = await made(book(app, coach, client, epochIso(n)))
      await made(close(app, coach, id, { actions: [{ text: `Leer el capítulo ${n}` }] }))
    }
    // Not even their texts differ, at another time and for other people: PostgreSQL keeps their plans.
    app.clock.advance(DAY_MS)
    expect(await dashboards()).toEqual(few)
    ;[coach, client] = await newcomers()
    expect(await dashboards()).toEqual(few)
  })
})

async function newcomers(): Promise<[TestCoach, TestClient]> {
  const other = await newCoach(app)
  return [other, await newClient(app, other)]
}

/** Some days before the tests' now, as the wire has it. */
function epochIso(days: number): string {
  return toIso(epochMs(instant(TEST_NOW) - days * DAY_MS))
}
