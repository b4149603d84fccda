import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActionId, AgendaItemId, ClientId, SessionId } from '#contract/values.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { newGroup, newMember } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import {
  OFFERED,
  ask,
  book,
  close,
  goTo,
  groupSession as writtenFor,
  lifeOf,
  made,
} from '#test/support/sessions.ts'

let app: TestApp
let life: ReturnType<typeof lifeOf>
beforeAll(async () => {
  app = await makeApp()
  life = lifeOf(app)
})
afterAll(() => app.finish())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const FRIDAY = '2027-02-05T16:00:00.000Z'
const NOBODY = '01920000-0000-7000-8000-000000000000'

async function pair() {
  const coach = await newCoach(app)
  return { coach, client: await newClient(app, coach) }
}

/** A pair with a session that has just begun, both signed in. */
async function begun() {
  const { coach, client } = await pair()
  const { id } = await made(book(app, coach, client))
  await goTo(app, OFFERED, coach, client)
  return { coach, client, id }
}

/** A confirmed session of a group, two members of which are there. */
async function groupSession() {
  const coach = await newCoach(app)
  const group = await newGroup(app, coach)
  const luz = await newMember(app, coach, group, 'Luz')
  const mario = await newMember(app, coach, group, 'Mario')
  const { id } = await writtenFor(app, coach, group)
  return { coach, luz, mario, id }
}

// @spec P.9
describe('the agenda', () => {
  const add = (text: string) => ({ op: 'add' as const, text })

  test('is written by both, each change for itself', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    await made(life.agenda(client, id, add('  La entrevista '), add('El equipo')))
    const { agenda } = await made(life.agenda(coach, id, add('Acuerdos')))
    expect(agenda.map(({ text, done, addedBy, editable }) => [text, done, addedBy, editable])).toEqual([
      ['La entrevista', false, 'client', true],
      ['El equipo', false, 'client', true],
      ['Acuerdos', false, 'coach', true],
    ])
    const [interview, team, agreements] = agenda
    const seen = await made(
      life.agenda(
        client,
        id,
        { op: 'edit', id: interview!.id, text: 'La segunda entrevista' },
        { op: 'tick', id: agreements!.id, done: true },
        { op: 'remove', id: team!.id },
      ),
    )
    expect(seen.agenda.map(({ text, done, editable }) => [text, done, editable])).toEqual([
      ['La segunda entrevista', false, true],
      ['Acuerdos', true, false],
    ])
    // The coach tidies up all of it.
    expect((await made(life.agenda(coach, id, { op: 'remove', id: interview!.id }))).agenda).toHaveLength(1)
  })

  test('gets back what was removed, in its place, from who may remove it', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    await made(life.agenda(client, id, add('La entrevista')))
    const [mine, theirs] = (await made(life.agenda(coach, id, add('Acuerdos')))).agenda
    const change = (op: 'remove' | 'restore', of: { id: AgendaItemId }) => ({ op, id: of.id })
    expect((await made(life.agenda(client, id, change('remove', mine!)))).agenda).toEqual([
      expect.objectContaining({ text: 'Acuerdos' }),
    ])
    for (const gone of [{ op: 'edit' as const, id: mine!.id, text: 'Otra' }, change('remove', mine!)]) {
      expect((await life.agenda(client, id, gone)).refusal.code).toBe('session.agenda_item_not_found')
    }
    const texts = async () => (await made(life.get(coach, id))).agenda.map(({ text }) => text)
    await made(life.agenda(client, id, change('restore', mine!)))
    expect(await texts()).toEqual(['La entrevista', 'Acuerdos'])
    expect((await life.agenda(client, id, change('restore', mine!))).status).toBe(404)
    await made(life.agenda(coach, id, change('remove', theirs!)))
    expect((await life.agenda(client, id, change('restore', theirs!))).status).toBe(404)
    // A full agenda has no place for what comes back.
    await made(life.agenda(coach, id, ...Array.from({ length: 29 }, (_, index) => add(`Punto ${index}`))))
    expect((await life.agenda(coach, id, change('restore', theirs!))).refusal.code).toBe(
      'session.agenda_full',
    )
  })

  test('leaves what somebody else wrote to them, all or nothing', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    const other = await made(ask(app, client, FRIDAY))
    const [point] = (await made(life.agenda(coach, id, add('Acuerdos')))).agenda
    for (const change of [
      { op: 'edit' as const, id: point!.id, text: 'Otra cosa' },
      { op: 'remove' as const, id: point!.id },
      { op: 'tick' as const, id: NOBODY as AgendaItemId, done: true },
    ]) {
      const { status, refusal } = await life.agenda(client, id, add('Mía'), change)
      expect([status, refusal.code]).toEqual([404, 'session.agenda_item_not_found'])
    }
    const elsewhere = await life.agenda(coach, other.id, { op: 'remove', id: point!.id })
    expect(elsewhere.refusal.code).toBe('session.agenda_item_not_found')
    expect((await made(life.get(coach, id))).agenda.map(({ text }) => text)).toEqual(['Acuerdos'])
  })

  test('has at most 30 points, however many come at once', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    await made(life.agenda(coach, id, ...Array.from({ length: 28 }, (_, index) => add(`Punto ${index}`))))
    const answers = await Promise.all(
      [coach, client, coach, client].map((who, index) => life.agenda(who, id, add(`Más ${index}`))),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409])
    const full = answers.find(({ status }) => status === 409)!
    expect(full.refusal).toMatchObject({
      code: 'session.agenda_full',
      error: 'La sesión ya tiene 30 temas. Quita uno para agregar otro.',
    })
    expect((await made(life.get(coach, id))).agenda).toHaveLength(30)
  })

  test('is over when the session is closed', async () => {
    const { coach, client, id } = await begun()
    await made(life.agenda(client, id, add('Aún a tiempo')))
    await made(close(app, coach, id))
    for (const who of [coach, client]) {
      expect((await life.agenda(who, id, add('Tarde'))).refusal.code).toBe('session.wrong_state')
    }
  })

  test('of a group is everybody’s to tick, each point its own author’s to rewrite', async () => {
    const { coach, luz, mario, id } = await groupSession()
    const [point] = (await made(life.agenda(luz, id, add('Mi avance')))).agenda
    expect((await made(life.get(mario, id))).agenda).toMatchObject([{ editable: false, addedBy: 'client' }])
    const taken = await life.agenda(mario, id, { op: 'remove', id: point!.id })
    expect(taken.refusal.code).toBe('session.agenda_item_not_found')
    await made(life.agenda(mario, id, { op: 'tick', id: point!.id, done: true }))
    expect((await made(life.get(coach, id))).agenda).toMatchObject([{ done: true, editable: true }])
  })
})

// @spec P.9
describe('the preparation', () => {
  test('is kept whole, from 24 hours before the start until it is closed', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    await goTo(app, '2027-02-03T14:59:59.999Z', client)
    expect((await life.prepare(client, id)).refusal.code).toBe('session.wrong_state')
    await goTo(app, '2027-02-03T15:00:00Z', client, coach)
    const first = await life.prepare(client, id, { progress: 'Practiqué', mood: 7 })
    expect(first.body).toEqual({
      answers: { progress: 'Practiqué', mood: 7 },
      updatedAt: '2027-02-03T15:00:00.000Z',
    })
    app.clock.set(instant('2027-02-03T15:01:00Z'))
    // The same again is no news; less takes away.
    expect((await life.prepare(client, id, { mood: 7, progress: 'Practiqué' })).body.updatedAt).toBe(
      first.body.updatedAt,
    )
    await life.prepare(client, id, { focus: 'La entrevista', mood: null })
    const seen = (await made(life.get(coach, id))).preparations
    expect(seen).toEqual([
      {
        personId: client.clientId,
        answers: { focus: 'La entrevista', mood: null },
        updatedAt: '2027-02-03T15:01:00.000Z',
      },
    ])
    expect(await writtenOf(id)).toEqual(['preparation', 'preparation'])
    const wrong = await life.prepare(client, id, { mood: 11 })
    expect([wrong.status, Object.keys(wrong.refusal.fields!)]).toEqual([422, ['mood']])

    await goTo(app, OFFERED, coach, client)
    await made(close(app, coach, id))
    expect((await life.prepare(client, id)).refusal.code).toBe('session.wrong_state')
  })

  test('of a member is theirs and the coach’s', async () => {
    const { coach, luz, mario, id } = await groupSession()
    await goTo(app, '2027-02-04T12:00:00Z', coach, luz, mario)
    await life.prepare(luz, id, { notes: 'Me cuesta hablar' })
    await life.prepare(mario, id, { notes: 'Todo bien' })
    expect((await made(life.get(coach, id))).preparations).toHaveLength(2)
    const own = (await made(life.get(mario, id))).preparations
    expect(own.map(({ answers }) => answers.notes)).toEqual(['Todo bien'])
  })
})

describe('a rating', () => {
  test('is given from the start on, because it may end early, again in place of the first, for 14 days', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    expect((await life.rate(client, id)).refusal.code).toBe('session.wrong_state')
    await goTo(app, OFFERED, coach, client)
    await made(life.rate(client, id, { progress: 3 }))
    await goTo(app, '2027-02-04T16:00:00Z', client, coach)
    await made(close(app, coach, id))
    const { feedback } = await made(life.rate(client, id, { comment: 'Mejor' }))
    expect(feedback).toEqual([
      {
        personId: client.clientId,
        heard: 9,
        focus: 8,
        clarity: 10,
        progress: 7,
        comment: 'Mejor',
        updatedAt: '2027-02-04T16:00:00.000Z',
      },
    ])
    expect((await made(life.get(coach, id))).feedback).toEqual(feedback)
    const wrong = await life.rate(client, id, { heard: 11 })
    expect([wrong.status, Object.keys(wrong.refusal.fields!)]).toEqual([422, ['heard']])
    await goTo(app, '2027-02-18T16:00:00Z', client)
    expect((await life.rate(client, id)).refusal.code).toBe('session.wrong_state')
  })

  test('of a group session is not asked of members who joined after it was closed', async () => {
    const coach = await newCoach(app)
    const group = await newGroup(app, coach)
    const luz = await newMember(app, coach, group, 'Luz')
    const { id } = await writtenFor(app, coach, group)
    await goTo(app, '2027-02-04T16:00:00Z', coach, luz)
    await made(close(app, coach, id, { attendance: [{ personId: luz.clientId, state: 'present' }] }))
    const late = await newMember(app, coach, group, 'Mario')
    expect((await made(life.get(late, id))).allowedActions).toEqual([])
    expect((await life.rate(late, id)).refusal.code).toBe('session.wrong_state')
    expect((await life.rate(luz, id)).status).toBe(200)
  })

  test('is not given for what did not take place', async () => {
    const { coach, client, id } = await begun()
    await made(close(app, coach, id, { outcome: 'noShowClient', realMinutes: 0 }))
    await goTo(app, '2027-02-04T17:00:00Z', client)
    expect((await life.rate(client, id)).refusal.code).toBe('session.wrong_state')
  })
})

describe('the excuse of a member', () => {
  test('once, before the end; the coach and they read why, and no rating is asked of them', async () => {
    const { coach, luz, mario, id } = await groupSession()
    const excused = await made(life.excuse(luz, id, 'Estoy de viaje'))
    expect(excused).toMatchObject({
      status: 'confirmed',
      attendance: [{ personId: luz.clientId, state: 'excused', reason: 'Estoy de viaje' }],
    })
    expect(excused.allowedActions).not.toContain('excuse')
    expect((await life.excuse(luz, id)).refusal.code).toBe('session.wrong_state')
    expect((await made(life.get(coach, id))).attendance.map(({ name, state }) => [name, state])).toEqual([
      ['Luz', 'excused'],
      ['Mario', null],
    ])
    expect(JSON.stringify((await life.get(mario, id)).body)).not.toContain('viaje')
    for (const who of [coach, luz, mario]) {
      const { data } = (await life.history(who, id)).body
      const reasons = who === mario ? [] : [['excused', 'client', 'Estoy de viaje']]
      expect(data.map(({ what, by, reason }) => [what, by, reason])).toEqual(reasons)
    }
    await goTo(app, '2027-02-04T16:00:00Z', luz, mario)
    expect((await life.excuse(mario, id)).refusal.code).toBe('session.wrong_state')
    expect((await life.rate(luz, id)).refusal.code).toBe('session.wrong_state')
    expect((await life.rate(mario, id)).status).toBe(200)
  })
})

describe('closing', () => {
  test('carries the open actions on as the coach says', async () => {
    const { coach, client, id } = await begun()
    const first = await made(
      close(app, coach, id, { actions: [{ text: 'Practicar' }, { text: 'Escribir' }, { text: 'Llamar' }] }),
    )
    const [practise, write, call] = first.actions.map((action) => action.id)
    const next = await made(book(app, coach, client, FRIDAY))
    await goTo(app, FRIDAY, coach, client)
    const carried = [
      { id: practise!, status: 'done' as const },
      { id: write!, status: 'wontDo' as const },
    ]
    await made(close(app, coach, next.id, { carried, actions: [{ text: 'Descansar' }] }))
    const { actions } = await made(life.get(client, id))
    expect(
      Object.fromEntries(actions.map(({ id: of, status, changedBy }) => [of, [status, changedBy]])),
    ).toEqual({
      [practise!]: ['done', 'coach'],
      [write!]: ['wontDo', 'coach'],
      [call!]: ['pending', null],
    })
  })

  test('is undone whole by an action that is not theirs, or cannot go there', async () => {
    const { coach, client, id } = await begun()
    const sibling = await newClient(app, coach, { name: 'Pedro' })
    const theirs = await made(book(app, coach, sibling, '2027-02-04T13:00:00.000Z'))
    const [foreign] = (await made(close(app, coach, theirs.id, { actions: [{ text: 'De Pedro' }] }))).actions
    const before = await made(book(app, coach, client, '2027-02-04T11:00:00.000Z'))
    const [own] = (await made(close(app, coach, before.id, { actions: [{ text: 'Practicar' }] }))).actions
    await app.call(
      'PUT /v1/action/:actionId/status',
      { params: { actionId: own!.id }, body: { status: 'wontDo' } },
      coach.token,
    )
    for (const [actionId, status, code] of [
      [foreign!.id, 404, 'action.not_found'],
      [NOBODY as ActionId, 404, 'action.not_found'],
      [own!.id, 409, 'action.wrong_state'],
    ] as const) {
      const answer = await close(app, coach, id, {
        carried: [{ id: actionId, status: 'done' }],
        actions: [{ text: 'Nueva' }],
      })
      expect([answer.status, answer.refusal.code]).toEqual([status, code])
    }
    expect(await made(life.get(coach, id))).toMatchObject({ status: 'confirmed', closing: null, actions: [] })
  })

  test('gives a held time back', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client, '2027-02-04T14:00:00.000Z'))
    await made(life.reschedule(client, id, FRIDAY))
    await goTo(app, '2027-02-04T14:00:00Z', coach, client)
    expect((await made(close(app, coach, id))).moveRequest).toBeNull()
    expect((await book(app, coach, client, FRIDAY)).status).toBe(201)
  })

  test('of a group notes everybody, and gives each who was there the actions they are named for', async () => {
    const { coach, luz, mario, id } = await groupSession()
    await goTo(app, '2027-02-04T16:00:00Z', coach, luz, mario)
    const attendance = [
      { personId: luz.clientId, state: 'late' as const },
      { personId: mario.clientId, state: 'absent' as const },
    ]
    const stranger = await newClient(app, coach)
    const actions = [{ text: 'Leer' }, { text: 'Llamar', personIds: [mario.clientId] }]
    const wrong = await close(app, coach, id, {
      attendance: [{ personId: stranger.clientId, state: 'present' }],
      actions: [{ text: 'Leer', personIds: [stranger.clientId] }],
    })
    expect([wrong.status, Object.keys(wrong.refusal.fields!)]).toEqual([
      422,
      ['attendance', 'actions.0.personIds'],
    ])
    const closed = await made(close(app, coach, id, { attendance, actions }))
    const given = closed.actions.map(({ text, clientId }) => [
      text,
      clientId === luz.clientId ? 'Luz' : 'Mario',
    ])
    expect(Object.fromEntries(given)).toEqual({ Leer: 'Luz', Llamar: 'Mario' })
    const own = await made(life.get(luz, id))
    expect(own.actions.map(({ text }) => text)).toEqual(['Leer'])
    expect(own.attendance.map(({ personId }) => personId)).toEqual([luz.clientId])
  })
})

// @spec P.9
describe('correcting', () => {
  test('is free for 48 hours and takes a reason from then on; the record keeps both', async () => {
    const { coach, client, id } = await begun()
    const present = [{ personId: client.clientId, state: 'present' as const }]
    await made(close(app, coach, id, { attendance: present, privateNotes: 'Cansada' }))
    await goTo(app, '2027-02-06T14:59:59.999Z', coach)
    const late = [{ personId: client.clientId, state: 'late' as const }]
    const corrected = await made(life.correct(coach, id, { attendance: late }))
    expect(corrected).toMatchObject({
      status: 'completed',
      attendance: [{ state: 'late' }],
      closing: {
        realMinutes: 50,
        summary: 'Corregida.',
        privateNotes: '',
        closedAt: OFFERED,
        correctedAt: '2027-02-06T14:59:59.999Z',
      },
    })
    app.clock.set(instant('2027-02-06T15:00:00Z'))
    const refused = await life.correct(coach, id, { outcome: 'noShowClient' })
    expect([refused.status, refused.refusal.code, refused.refusal.fields]).toEqual([
      422,
      'session.reason_required',
      { reason: 'Campo requerido' },
    ])
    const off = await made(
      life.correct(coach, id, {
        outcome: 'noShowClient',
        privateNotes: 'No llegó',
        reason: 'Era otra persona',
      }),
    )
    expect(off).toMatchObject({
      status: 'noShowClient',
      closing: { outcome: 'noShowClient', privateNotes: 'No llegó' },
    })
    await goTo(app, '2027-02-06T15:00:00Z', client)
    const seen = await life.get(client, id)
    expect(JSON.stringify(seen.body)).not.toContain('No llegó')
    const told = async (who: TestCoach | TestClient) => {
      const { data } = (await life.history(who, id)).body
      return data.filter(({ what }) => what === 'corrected').map(({ reason, by, name }) => [by, name, reason])
    }
    expect(await told(coach)).toEqual([
      ['coach', 'Ana', null],
      ['coach', 'Ana', 'Era otra persona'],
    ])
    // Why is between the coach and the record.
    expect(await told(client)).toEqual([
      ['coach', 'Ana', null],
      ['coach', 'Ana', null],
    ])
  })

  test('is for what is closed, and names the people of the session', async () => {
    const { coach, client, id } = await begun()
    expect((await life.correct(coach, id)).refusal.code).toBe('session.wrong_state')
    await made(close(app, coach, id))
    const other = await newClient(app, coach, { name: 'Pedro' })
    for (const people of [[other.clientId], [client.clientId, client.clientId]] as ClientId[][]) {
      const attendance = people.map((personId) => ({ personId, state: 'present' as const }))
      const { status, refusal } = await life.correct(coach, id, { attendance })
      expect([status, Object.keys(refusal.fields!)]).toEqual([422, ['attendance']])
    }
    expect((await made(life.get(coach, id))).closing?.correctedAt).toBeNull()
  })

  test('asks for the time again that was given back', async () => {
    const { coach, client, id } = await begun()
    await made(close(app, coach, id, { outcome: 'noShowClient', realMinutes: 0 }))
    const other = await made(book(app, coach, client))
    const refused = await life.correct(coach, id)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.overlap'])
    await made(life.reschedule(coach, other.id, FRIDAY))
    expect((await made(life.correct(coach, id))).status).toBe('completed')
  })
})

test('the history tells what happened, when, by whom and why', async () => {
  const { coach, client } = await pair()
  const { id } = await made(ask(app, client))
  await made(life.propose(coach, id, '2027-02-04T17:00:00.000Z', FRIDAY))
  await made(life.accept(client, id, '2027-02-04T17:00:00.000Z'))
  app.clock.set(instant('2027-02-02T18:00:00Z'))
  await made(life.reschedule(client, id, FRIDAY))
  await made(life.declineMove(coach, id))
  await made(life.reschedule(client, id, FRIDAY))
  await made(life.acceptMove(coach, id))
  await made(life.edit(coach, id, { title: 'Entrevista' }))
  await made(life.agenda(client, id, { op: 'add', text: 'Un punto' }))
  await made(life.cancel(client, id, 'Me enfermé'))
  const { data } = (await life.history(client, id)).body
  const late = '2027-02-04T17:00:00.000Z'
  expect(
    data.map(({ what, by, name, startsAt, fromStartsAt, reason }) => [
      what,
      by,
      name,
      startsAt,
      fromStartsAt,
      reason,
    ]),
  ).toEqual([
    ['requested', 'client', 'Mariana', OFFERED, null, null],
    ['proposed', 'coach', 'Ana', late, OFFERED, null],
    ['confirmed', 'client', 'Mariana', late, null, null],
    ['moveRequested', 'client', 'Mariana', FRIDAY, late, null],
    ['moveDeclined', 'coach', 'Ana', FRIDAY, late, null],
    ['moveRequested', 'client', 'Mariana', FRIDAY, late, null],
    ['rescheduled', 'coach', 'Ana', FRIDAY, late, null],
    ['edited', 'coach', 'Ana', FRIDAY, null, null],
    ['cancelled', 'client', 'Mariana', FRIDAY, null, 'Me enfermé'],
  ])
  expect(data[0]!.at).toBe(TEST_NOW)
  expect((await life.history(coach, id)).body.data).toEqual(data)
})

test('what was agreed while a session went on is new when it is closed', async () => {
  const { coach, client, id } = await begun()
  const body = { clientId: client.clientId, sessionId: id, text: 'Practicar' }
  const answer = await app.call('POST /v1/action', { body }, coach.token)
  expect((await life.brief(coach, id)).body.openActions).toEqual([])
  app.clock.advance(60_000)
  await made(close(app, coach, id, {}))
  const next = await made(book(app, coach, client, FRIDAY))
  expect((await life.brief(coach, next.id)).body.openActions).toMatchObject([
    { text: 'Practicar', sessionsOpen: 0 },
  ])
  const params = { actionId: answer.body.id }
  const read = await app.call('GET /v1/action/:actionId', { params }, coach.token)
  expect(read.body.sessionsOpen).toBe(0)
})

test('the ficha gathers what a coach wants to have read', async () => {
  const { coach, client, id } = await begun()
  await made(
    close(app, coach, id, { summary: 'Practicar más.', actions: [{ text: 'Practicar' }, { text: 'Leer' }] }),
  )
  await goTo(app, '2027-02-04T16:30:00Z', client)
  await made(life.rate(client, id, { heard: 6, comment: 'Bien' }))
  await goTo(app, '2027-02-05T16:00:00Z', coach, client)
  const missed = await made(book(app, coach, client, '2027-02-05T15:00:00.000Z'))
  await made(close(app, coach, missed.id, { outcome: 'noShowClient', realMinutes: 0, summary: '' }))
  const held = await made(book(app, coach, client, '2027-02-05T14:00:00.000Z'))
  await made(close(app, coach, held.id, { summary: 'Vimos el plan.', actions: [{ text: 'Descansar' }] }))
  const next = await made(book(app, coach, client, '2027-02-09T15:00:00.000Z'))
  const sibling = await newClient(app, coach, { name: 'Pedro' })
  const theirs = await made(book(app, coach, sibling, '2027-02-03T15:00:00.000Z'))
  await made(close(app, coach, theirs.id, { actions: [{ text: 'De Pedro' }] }))

  await goTo(app, '2027-02-09T14:00:00Z', coach)
  const { body } = await life.brief(coach, next.id)
  expect(body.session.id).toBe(next.id)
  expect(body.last).toMatchObject({ id: missed.id, status: 'noShowClient', summary: '', actions: [] })
  expect(
    body.openActions.map(({ text, name, ageDays, sessionsOpen }) => [text, name, ageDays, sessionsOpen]),
  ).toEqual([
    ['Practicar', 'Mariana Torres', 5, 1],
    ['Leer', 'Mariana Torres', 5, 1],
    ['Descansar', 'Mariana Torres', 4, 0],
  ])
  expect(body.ratings).toEqual([
    {
      name: 'Mariana Torres',
      heard: 6,
      focus: 8,
      clarity: 10,
      progress: 7,
      comment: 'Bien',
      at: '2027-02-04T16:30:00.000Z',
    },
  ])
  const first = (await life.brief(coach, id)).body
  expect([first.last, first.ratings.length]).toEqual([null, 1])
})

test('the other role, and people without a part in it, are refused', async () => {
  const { coach, client, id } = await begun()
  const stranger = await pair()
  await goTo(app, OFFERED, stranger.coach, stranger.client)
  const add = { op: 'add' as const, text: 'Un punto' }
  for (const { status, refusal } of [
    await life.correct(stranger.coach, id),
    await life.history(stranger.coach, id),
    await life.brief(stranger.coach, id),
    await life.agenda(stranger.coach, id, add),
    await life.history(stranger.client, id),
    await life.agenda(stranger.client, id, add),
    await life.prepare(stranger.client, id),
    await life.rate(stranger.client, id),
    await life.brief(coach, NOBODY as SessionId),
  ]) {
    expect([status, refusal.code]).toEqual([404, 'session.not_found'])
  }
  for (const { status, refusal } of [
    await life.prepare(coach, id),
    await life.rate(coach, id),
    await life.correct(client, id),
    await life.brief(client, id),
  ]) {
    expect([status, refusal.code]).toEqual([403, 'auth.forbidden'])
  }
})

/** What was written around a session, oldest first. */
async function writtenOf(id: SessionId) {
  const rows = await app.deps.db
    .selectFrom('domain_events')
    .select('payload')
    .where('subject_id', '=', id)
    .where('type', '=', 'session.written')
    .orderBy('occurred_at')
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => (payload as { what?: string }).what)
}
