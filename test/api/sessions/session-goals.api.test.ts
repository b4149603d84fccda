import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CheckInBody } from '#contract/goals/check-ins.ts'
import type { NewGoalBody } from '#contract/goals/goals.ts'
import type { ActionId, GoalId, SessionId } from '#contract/values.ts'
import { HOUR_MS } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { good, newGroup, newMember } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, book, close, goTo, groupSession } from '#test/support/sessions.ts'

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

const kilos = {
  title: 'Bajar a 80 kilos',
  measure: 'number',
  baseline: 90,
  target: 80,
  unit: 'kg',
} as const
const steps = {
  title: 'Hablar con mi equipo',
  measure: 'milestones',
  milestones: [{ text: 'Pedir la junta' }, { text: 'Tener la junta' }],
} as const

const added = async (body: object, by: Person = client) =>
  good(await app.call('POST /v1/goal', { body: body as NewGoalBody }, by.token), 201)
const noted = async ({ token }: Person, goalId: GoalId, body: CheckInBody) =>
  good(await app.call('POST /v1/goal/:goalId/checkin', { params: { goalId }, body }, token)).checkInId
const goalsOf = async ({ token }: Person, sessionId: SessionId) =>
  good(await app.call('GET /v1/session/:sessionId', { params: { sessionId } }, token)).goals
const mailSummary = ({ token }: Person, sessionId: SessionId) =>
  app.call('POST /v1/session/:sessionId/summary', { params: { sessionId } }, token)
const summaryTo = async ({ email }: TestClient) => {
  await app.settle()
  return (await app.mails(email)).find(({ subject }) => subject.includes('esumen'))?.text ?? ''
}
const pdfOf = async ({ token }: Person, sessionId: SessionId) => {
  const file = await app.send({ method: 'GET', url: `/v1/session/${sessionId}/pdf`, token })
  return (await extractText(new Uint8Array(file.bytes))).text.join('\n')
}

/** Says later where an action leads, as its person may. */
const leads = async ({ token }: Person, actionId: ActionId, goalId: GoalId) =>
  good(await app.call('PUT /v1/action/:actionId', { params: { actionId }, body: { goalId } }, token))

/** A session with the client that has begun, both signed in. */
async function begun(): Promise<SessionId> {
  const { id } = good(await book(app, coach, client), 201)
  await goTo(app, OFFERED, coach, client)
  return id
}

// @spec P.140
describe('the goals of a closed session (product §9)', () => {
  test('are those noted while closing, for both sides, with the way they came and the words', async () => {
    const weight = await added(kilos)
    const team = await added(steps)
    await added({ title: 'Una que no se tocó', measure: 'yesNo' })
    await noted(client, weight.id, { value: 88 })
    const id = await begun()
    expect(await goalsOf(coach, id)).toEqual([])
    const tick = { id: team.milestones[0]!.id, done: true }
    const closed = good(
      await close(app, coach, id, {
        goals: [
          { goalId: weight.id, value: 85, comment: 'Camina a diario' },
          { goalId: team.id, milestones: [tick] },
        ],
      }),
    )
    const about = { measure: 'number', unit: 'kg' }
    expect(closed.goals).toEqual([
      {
        ...about,
        id: weight.id,
        title: kilos.title,
        value: 85,
        progress: 50,
        before: 20,
        checkIns: [{ id: expect.any(String), value: 85, comment: 'Camina a diario', milestones: [] }],
      },
      {
        id: team.id,
        title: steps.title,
        measure: 'milestones',
        unit: null,
        value: null,
        progress: 50,
        before: 0,
        checkIns: [
          {
            id: expect.any(String),
            value: null,
            comment: null,
            milestones: [{ ...tick, text: 'Pedir la junta' }],
          },
        ],
      },
    ])
    for (const who of [coach, client]) expect(await goalsOf(who, id)).toEqual(closed.goals)
  })

  test('stay as they were then, whatever is noted, worded and aimed at later', async () => {
    const weight = await added(kilos)
    const team = await added(steps)
    const [first, second] = team.milestones
    const id = await begun()
    const tick = (of: { id: string }) => ({ milestones: [{ id: of.id as never, done: true }] })
    good(
      await close(app, coach, id, {
        goals: [
          { goalId: weight.id, value: 85 },
          { goalId: team.id, ...tick(first!) },
        ],
      }),
    )
    const then = await goalsOf(client, id)
    app.clock.advance(HOUR_MS)
    await noted(client, weight.id, { value: 81 })
    await noted(client, team.id, tick(second!))
    const put = (goalId: GoalId, body: object) =>
      app.call('PUT /v1/goal/:goalId', { params: { goalId }, body }, coach.token)
    good(await put(weight.id, { title: 'Bajar a 70 kilos', target: 70 }))
    good(await put(team.id, { milestones: [{ id: first!.id, text: 'Pedirla' }, { text: 'Otro paso' }] }))
    expect(await goalsOf(client, id)).toEqual(then)
    expect(await goalsOf(coach, id)).toEqual(then)
  })

  test('have those that only an action of it leads to, as far as they were', async () => {
    const weight = await added(kilos)
    const other = await added({ title: 'Dormir ocho horas', measure: 'yesNo' })
    await noted(client, weight.id, { value: 88 })
    const id = await begun()
    const { actions } = good(
      await close(app, coach, id, {
        actions: [{ text: 'Caminar media hora' }, { text: 'Apagar el teléfono a las diez' }],
      }),
    )
    for (const action of actions) {
      await leads(client, action.id, action.text.startsWith('Caminar') ? weight.id : other.id)
    }
    app.clock.advance(HOUR_MS)
    await noted(client, weight.id, { value: 80 })
    for (const who of [coach, client]) {
      expect(await goalsOf(who, id)).toMatchObject([
        { id: weight.id, value: 88, progress: 20, before: null, checkIns: [] },
        { id: other.id, value: null, progress: 0, before: null, checkIns: [] },
      ])
    }
  })

  test('lose what is taken back, and have it again', async () => {
    const weight = await added(kilos)
    const team = await added(steps)
    const [first, second] = team.milestones
    const early = await noted(client, team.id, { milestones: [{ id: first!.id, done: true }] })
    const id = await begun()
    good(
      await close(app, coach, id, {
        goals: [
          { goalId: weight.id, value: 85, comment: 'Por error' },
          { goalId: team.id, milestones: [{ id: second!.id, done: true }] },
        ],
      }),
    )
    const then = await goalsOf(coach, id)
    expect(then.map(({ before, progress }) => [before, progress])).toEqual([
      [0, 50],
      [50, 100],
    ])
    const checkInId = then[0]!.checkIns[0]!.id
    const undone = { params: { goalId: weight.id, checkInId } }
    // What the coach noted is theirs.
    const refused = await app.call('DELETE /v1/goal/:goalId/checkin/:checkInId', undone, client.token)
    expect(refused.status).toBe(403)
    good(await app.call('DELETE /v1/goal/:goalId/checkin/:checkInId', undone, coach.token))
    good(
      await app.call(
        'DELETE /v1/goal/:goalId/checkin/:checkInId',
        { params: { goalId: team.id, checkInId: early } },
        client.token,
      ),
    )
    expect(await goalsOf(client, id)).toMatchObject([{ id: team.id, before: 0, progress: 50 }])
    expect(await pdfOf(client, id)).not.toContain('Por error')
    good(await app.call('POST /v1/goal/:goalId/checkin/:checkInId/restore', undone, coach.token))
    good(
      await app.call(
        'POST /v1/goal/:goalId/checkin/:checkInId/restore',
        { params: { goalId: team.id, checkInId: early } },
        client.token,
      ),
    )
    expect(await goalsOf(client, id)).toEqual(then)
  })

  test('are without a goal that was deleted, until it comes back', async () => {
    const weight = await added(kilos)
    const id = await begun()
    good(await close(app, coach, id, { goals: [{ goalId: weight.id, value: 85 }] }))
    const params = { goalId: weight.id }
    expect((await app.call('DELETE /v1/goal/:goalId', { params }, client.token)).status).toBe(204)
    expect(await goalsOf(coach, id)).toEqual([])
    good(await app.call('POST /v1/goal/:goalId/restore', { params }, client.token))
    expect(await goalsOf(coach, id)).toHaveLength(1)
  })

  test('of a group are the group’s, for members who are in it; of one person, theirs alone', async () => {
    const group = await newGroup(app, coach)
    const luz = await newMember(app, coach, group, 'Luz')
    const mario = await newMember(app, coach, group, 'Mario')
    const shared = await added(
      { title: 'Un equipo que decide solo', measure: 'percent', groupId: group.id },
      coach,
    )
    const own = await added({ title: 'Hablar en público', measure: 'percent' }, luz)
    const { id } = await groupSession(app, coach, group)
    await goTo(app, OFFERED, coach, luz, mario)
    const attendance = [luz, mario].map(({ clientId: personId }) => ({ personId, state: 'present' as const }))
    const { actions } = good(
      await close(app, coach, id, {
        attendance,
        goals: [{ goalId: shared.id, value: 40, comment: 'Ya sin mí' }],
        actions: [{ text: 'Dar una charla', personIds: [luz.clientId] }],
      }),
    )
    await leads(luz, actions[0]!.id, own.id)
    expect((await mailSummary(coach, id)).status).toBe(202)
    for (const who of [luz, mario]) {
      const mail = await summaryTo(who)
      expect(mail).toContain('- Un equipo que decide solo: de 0% a 40%\n  Ya sin mí\n')
      expect(mail).not.toContain('Hablar en público')
    }
    for (const who of [coach, luz, mario]) {
      expect(await goalsOf(who, id)).toMatchObject([
        { id: shared.id, progress: 40, checkIns: [{ comment: 'Ya sin mí' }] },
      ])
    }
    const alone = good(await book(app, coach, luz, '2027-02-05T16:00:00.000Z'), 201)
    await goTo(app, '2027-02-05T17:00:00.000Z', coach, luz, mario)
    const inOwn = good(
      await close(app, coach, alone.id, {
        attendance: attendance.slice(0, 1),
        goals: [{ goalId: own.id, value: 10 }],
        actions: [{ text: 'Delegar la minuta' }],
      }),
    )
    await leads(luz, inOwn.actions[0]!.id, shared.id)
    expect(await goalsOf(luz, alone.id)).toMatchObject([{ id: own.id }])
    good(await app.call('POST /v1/group/:groupId/leave', { params: { groupId: group.id } }, mario.token), 204)
    const gone = await app.call('GET /v1/session/:sessionId', { params: { sessionId: id } }, mario.token)
    expect(gone.status).toBe(404)
    expect(await pdfOf(luz, id)).toContain('Un equipo que decide solo')
  })
})

// @spec P.140
test('the PDF has them: how far they came, milestones and words; and no heading without any', async () => {
  const weight = await added(kilos)
  const team = await added(steps)
  await noted(client, weight.id, { value: 88 })
  const id = await begun()
  const tick = { id: team.milestones[0]!.id, done: true }
  const goals = [
    { goalId: weight.id, value: 85, comment: 'Camina a diario' },
    { goalId: team.id, milestones: [tick] },
  ]
  good(await close(app, coach, id, { goals, actions: [] }))
  for (const who of [coach, client]) {
    const text = (await pdfOf(who, id)).replaceAll(/\s+/g, ' ')
    expect(text).toContain('Metas')
    expect(text).toContain('Bajar a 80 kilos: de 20% a 50% Camina a diario')
    expect(text).toContain('Hablar con mi equipo: de 0% a 50% Hito logrado: Pedir la junta')
  }
  const other = good(await book(app, coach, client, '2027-02-05T16:00:00.000Z'), 201)
  await goTo(app, '2027-02-05T17:00:00.000Z', coach, client)
  good(await close(app, coach, other.id, { actions: [] }))
  expect(await pdfOf(coach, other.id)).not.toContain('Metas')
})

// @spec P.135
describe('what is agreed while closing leads to a goal', () => {
  test('of the client, or of a group they are in; the goal and the record have it', async () => {
    const weight = await added(kilos)
    const group = await newGroup(app, coach)
    const luz = await newMember(app, coach, group, 'Luz')
    const shared = await added({ title: 'Decidir solos', measure: 'percent', groupId: group.id }, coach)
    const id = await begun()
    const { actions, goals } = good(
      await close(app, coach, id, {
        actions: [{ text: 'Caminar media hora', goalId: weight.id }, { text: 'Llamar a Luis' }],
      }),
    )
    expect(actions.map(({ text, goalId }) => [text, goalId])).toEqual([
      ['Caminar media hora', weight.id],
      ['Llamar a Luis', null],
    ])
    expect(goals).toMatchObject([{ id: weight.id, checkIns: [] }])
    const alone = good(await book(app, coach, luz, '2027-02-05T16:00:00.000Z'), 201)
    await goTo(app, '2027-02-05T17:00:00.000Z', coach, luz)
    const closed = await close(app, coach, alone.id, {
      attendance: [{ personId: luz.clientId, state: 'present' }],
      actions: [{ text: 'Delegar la minuta', goalId: shared.id }],
    })
    expect(good(closed).actions).toMatchObject([{ goalId: shared.id }])
  })

  test('never of somebody else: nothing is closed', async () => {
    const stranger = await newClient(app, coach)
    const practice = await newCoach(app)
    const outside = await newClient(app, practice)
    const foreign = [await added(kilos, stranger), await added(kilos, outside)]
    const id = await begun()
    for (const { id: goalId } of foreign) {
      const refused = await close(app, coach, id, { actions: [{ text: 'Caminar', goalId }] })
      expect(refused).toMatchObject({ status: 404, body: { code: 'goal.not_found' } })
    }
    const open = await app.call('GET /v1/session/:sessionId', { params: { sessionId: id } }, coach.token)
    expect(good(open)).toMatchObject({ closing: null, actions: [] })
  })

  test('of a group for what the group agrees, not of one of its people', async () => {
    const group = await newGroup(app, coach)
    const luz = await newMember(app, coach, group, 'Luz')
    const shared = await added({ title: 'Decidir solos', measure: 'percent', groupId: group.id }, coach)
    const own = await added(kilos, luz)
    const { id } = await groupSession(app, coach, group)
    await goTo(app, OFFERED, coach, luz)
    const closing = (goalId: GoalId) =>
      close(app, coach, id, {
        attendance: [{ personId: luz.clientId, state: 'present' }],
        actions: [{ text: 'Dar una charla', goalId }],
      })
    expect(await closing(own.id)).toMatchObject({ status: 404, body: { code: 'goal.not_found' } })
    expect(good(await closing(shared.id)).actions).toMatchObject([{ goalId: shared.id }])
  })
})

// @spec P.140
test('the mail of the summary has them too, and goals alone are worth one', async () => {
  const weight = await added(kilos)
  const team = await added(steps)
  await noted(client, weight.id, { value: 88 })
  const id = await begun()
  const goals = [
    { goalId: weight.id, value: 85, comment: 'Camina a diario' },
    { goalId: team.id, milestones: [{ id: team.milestones[0]!.id, done: true }] },
  ]
  good(await close(app, coach, id, { goals, actions: [], summary: '' }))
  expect((await mailSummary(coach, id)).status).toBe(202)
  expect(await summaryTo(client)).toContain(`Metas:
- Bajar a 80 kilos: de 20% a 50%
  Camina a diario
- Hablar con mi equipo: de 0% a 50%
  Hito logrado: Pedir la junta
`)
})
