import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GroupDetail } from '#contract/groups.ts'
import type { NewSessionBody, SessionDto } from '#contract/sessions/sessions.ts'
import type { ClientId, GroupId } from '#contract/values.ts'
import { MINUTE_MS } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { add, good, transition, newGroup, newMember, memberOf, read } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, close, goTo, hours, lifeOf, made } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const NOBODY = '01920000-0000-7000-8000-000000000000'

async function makeGroup() {
  const coach = await newCoach(app)
  const group = await newGroup(app, coach, { name: 'Círculo' })
  const luz = await newMember(app, coach, group, 'Luz')
  const mariana = await newClient(app, coach)
  good(await add(app, coach, group, { clientId: mariana.clientId }), 201)
  return { coach, group, luz, mariana }
}

const bookGroup = (
  coach: TestCoach,
  { id: groupId }: Pick<GroupDetail, 'id'>,
  startsAt: string = OFFERED,
  more: Partial<NewSessionBody> = {},
) =>
  app.call(
    'POST /v1/session',
    { body: { type: 'Group', groupId, ...hours(startsAt), outsideHours: true, ...more } },
    coach.token,
  )

const look = (viewer: { token: string }, { id: sessionId }: Pick<SessionDto, 'id'>) =>
  app.call('GET /v1/session/:sessionId', { params: { sessionId } }, viewer.token)

const list = (viewer: { token: string }, { id: groupId }: Pick<GroupDetail, 'id'>, query = {}) =>
  app.call('GET /v1/session/Group/:groupId', { params: { groupId }, query }, viewer.token)

const excuse = (member: TestClient, { id: sessionId }: Pick<SessionDto, 'id'>) =>
  app.call(
    'POST /v1/session/:sessionId/excuse',
    { params: { sessionId }, body: { reason: 'Estoy de viaje.' } },
    member.token,
  )

function present(...people: readonly TestClient[]) {
  return people.map(({ clientId }) => ({ personId: clientId, state: 'present' as const }))
}

describe('a coach books for a group', () => {
  test('and every member finds the session, with only their own attendance', async () => {
    const { coach, group, luz, mariana } = await makeGroup()
    const { status, body } = await bookGroup(coach, group)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      type: 'Group',
      clientId: null,
      groupId: group.id,
      client: null,
      group: { id: group.id, name: 'Círculo' },
      title: 'Sesión 1 con Círculo',
      status: 'confirmed',
      channel: 'norte',
    })
    expect(body.attendance.map(({ name, state }) => [name, state])).toEqual([
      ['Luz', null],
      ['Mariana', null],
    ])
    for (const [member, name] of [
      [luz, 'Luz'],
      [mariana, 'Mariana'],
    ] as const) {
      const seen = await look(member, body)
      expect([seen.status, seen.body.title, seen.body.attendance.map((each) => each.name)]).toEqual([
        200,
        'Sesión 1 con Círculo',
        [name],
      ])
      expect((await list(member, group)).body.total).toBe(1)
    }
    expect((await made(bookGroup(coach, group, '2027-02-11T15:00:00Z'))).title).toBe('Sesión 2 con Círculo')
    expect((await read(app, coach, group)).nextSessionAt).toBe(OFFERED)
  })

  test('as it meets, unless another way is said', async () => {
    const { coach, group } = await makeGroup()
    const put = (body: object) =>
      app.call('PUT /v1/group/:groupId', { params: { groupId: group.id }, body }, coach.token)
    good(await put({ modality: 'inPerson' }))
    expect((await made(bookGroup(coach, group))).channel).toBe('place')
    good(await put({ channel: 'zoom' }))
    expect((await made(bookGroup(coach, group, '2027-02-11T15:00:00Z'))).channel).toBe('zoom')
    const told = await made(bookGroup(coach, group, '2027-02-12T15:00:00Z', { channel: 'phone' }))
    expect(told.channel).toBe('phone')
  })

  test('as a series', async () => {
    const { coach, group } = await makeGroup()
    const recurrence = { frequency: 'weekly' as const, interval: 1, weekdays: [], count: 3 }
    expect((await bookGroup(coach, group, OFFERED, { recurrence })).status).toBe(201)
    const { body } = await list(coach, group)
    expect(body.data.map(({ title }) => title)).toEqual([
      'Sesión 1 con Círculo',
      'Sesión 2 con Círculo',
      'Sesión 3 con Círculo',
    ])
  })

  test('never over another session of theirs', async () => {
    const { coach, group, mariana } = await makeGroup()
    await made(book(app, coach, mariana))
    const refused = await bookGroup(coach, group)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.overlap'])
  })

  test('only while it is open or runs', async () => {
    const coach = await newCoach(app)
    for (const status of ['draft', 'finished', 'archived'] as const) {
      const refused = await bookGroup(coach, await newGroup(app, coach, { status }))
      expect([refused.status, refused.refusal.code]).toEqual([409, 'session.group_inactive'])
    }
    expect((await bookGroup(coach, await newGroup(app, coach, { status: 'running' }))).status).toBe(201)
  })

  test('for no group of another coach, exactly as for none; nobody else asks for one', async () => {
    const { coach, group, luz } = await makeGroup()
    const stranger = await newCoach(app)
    for (const groupId of [group.id, NOBODY as GroupId]) {
      const refused = await bookGroup(stranger, { id: groupId })
      expect([refused.status, refused.refusal.code]).toEqual([404, 'group.not_found'])
      const listed = await list(stranger, { id: groupId })
      expect([listed.status, listed.refusal.code]).toEqual([404, 'group.not_found'])
    }
    const asked = await ask(app, luz, OFFERED, { type: 'Group', groupId: group.id })
    expect([asked.status, Object.keys(asked.refusal.fields!)]).toEqual([422, ['type']])
    const both = await bookGroup(coach, group, OFFERED, { clientId: luz.clientId })
    expect([both.status, Object.keys(both.refusal.fields!)]).toEqual([422, ['clientId']])
    const none = await bookGroup(coach, { id: undefined as never })
    expect([none.status, Object.keys(none.refusal.fields!)]).toEqual([422, ['groupId']])
  })
})

describe('the first session of an open group', () => {
  test('starts it when it begins', async () => {
    const { coach, group } = await makeGroup()
    await made(bookGroup(coach, group))
    app.clock.set(instant('2027-02-04T14:59:00Z'))
    await app.settle()
    await goTo(app, '2027-02-04T14:59:00Z', coach)
    expect((await read(app, coach, group)).status).toBe('open')
    app.clock.set(instant(OFFERED))
    await app.settle()
    expect((await read(app, coach, group)).status).toBe('running')
  })

  test('starts it at once when it is only written down', async () => {
    const { coach, group } = await makeGroup()
    await made(bookGroup(coach, group, '2027-02-01T15:00:00Z'))
    expect((await read(app, coach, group)).status).toBe('running')
  })

  test('does not when it was called off', async () => {
    const { coach, group } = await makeGroup()
    const { id: sessionId } = await made(bookGroup(coach, group))
    await app.call(
      'POST /v1/session/:sessionId/cancel',
      { params: { sessionId }, body: { reason: 'No llegamos a ser suficientes.' } },
      coach.token,
    )
    await goTo(app, '2027-02-04T15:01:00Z', coach)
    await app.settle()
    expect((await read(app, coach, group)).status).toBe('open')
  })
})

describe('attendance', () => {
  test('is written for everybody, counted for each, and shown session by session', async () => {
    const { coach, group, luz, mariana } = await makeGroup()
    const session = await made(bookGroup(coach, group))
    expect((await excuse(mariana, session)).status).toBe(200)
    await goTo(app, '2027-02-04T16:00:00Z', coach, luz, mariana)
    const closed = await close(app, coach, session.id, {
      attendance: [{ personId: luz.clientId, state: 'late' }],
      actions: [{ text: 'Escribir la bitácora' }],
    })
    expect(closed.status).toBe(200)
    expect(closed.body.attendance.map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ['Luz', 'late', null],
      ['Mariana', 'excused', 'Estoy de viaje.'],
    ])
    // An action for each who was there, and for nobody else.
    expect(closed.body.actions.map(({ clientId }) => clientId)).toEqual([luz.clientId])
    const mine = await look(mariana, session)
    expect(mine.body.attendance.map(({ name }) => name)).toEqual(['Mariana'])
    expect(mine.body.actions).toEqual([])
    const detail = await read(app, coach, group)
    expect(detail.attendance).toEqual([{ sessionId: session.id, startsAt: OFFERED, present: 1, expected: 1 }])
    expect([memberOf(detail, luz.clientId), memberOf(detail, mariana.clientId)]).toMatchObject([
      { attended: 1, held: 1 },
      { attended: 0, held: 0 },
    ])
    const asMember = await read(app, luz, group)
    expect([asMember.attendance, asMember.people]).toEqual([undefined, undefined])
  })

  test('shows the last twelve sessions, oldest first', async () => {
    const { coach, group, luz, mariana } = await makeGroup()
    const attendance = present(luz, mariana)
    for (let day = 1; day <= 13; day += 1) {
      const start = `2027-01-${String(day).padStart(2, '0')}T15:00:00.000Z`
      const { id } = await made(bookGroup(coach, group, start))
      await made(close(app, coach, id, { attendance }))
    }
    const strip = (await read(app, coach, group)).attendance!
    expect(strip.map(({ startsAt }) => startsAt.slice(8, 10))).toEqual(
      Array.from({ length: 12 }, (_, index) => String(index + 2).padStart(2, '0')),
    )
  })

  test('names the people of the session only, and all of them', async () => {
    const { coach, group, luz } = await makeGroup()
    const other = await newClient(app, coach, { name: 'Pedro' })
    const session = await made(bookGroup(coach, group, '2027-02-01T15:00:00Z'))
    // A stranger, nobody at all, and one of two.
    for (const personId of [other.clientId, NOBODY as ClientId, luz.clientId]) {
      const refused = await close(app, coach, session.id, { attendance: [{ personId, state: 'present' }] })
      expect([refused.status, Object.keys(refused.refusal.fields!)]).toEqual([422, ['attendance']])
    }
    expect((await look(coach, session)).body.status).toBe('confirmed')
  })
})

// @spec P.53
describe('closing a group’s session', () => {
  test('asks about the group’s work alone, and counts the group’s sessions', async () => {
    const { coach, group, luz, mariana } = await makeGroup()
    const life = lifeOf(app)
    const at = async (startsAt: string) => made(bookGroup(coach, group, startsAt))
    const own = await made(book(app, coach, mariana, '2027-01-20T16:00:00.000Z'))
    const { actions: ownActions } = await made(close(app, coach, own.id, { actions: [{ text: 'Lo suyo' }] }))
    app.clock.advance(60_000)
    const first = await at('2027-01-21T15:00:00Z')
    const actions = [{ text: 'Lo del grupo' }]
    await made(close(app, coach, first.id, { attendance: present(luz, mariana), actions }))
    app.clock.advance(60_000)
    const later = await made(book(app, coach, mariana, '2027-01-22T16:00:00.000Z'))
    await made(close(app, coach, later.id))
    const second = await at('2027-01-28T15:00:00Z')

    const { body } = await life.brief(coach, second.id)
    expect(body.openActions.map(({ text, name, sessionsOpen }) => [text, name, sessionsOpen])).toEqual([
      ['Lo del grupo', 'Luz Vega', 0],
      ['Lo del grupo', 'Mariana Torres', 0],
    ])
    // What is hers alone is not moved from here.
    const attendance = present(luz, mariana)
    const strange = { attendance, carried: [{ id: ownActions[0]!.id, status: 'done' as const }] }
    expect((await close(app, coach, second.id, strange)).refusal.code).toBe('action.not_found')
    const carried = body.openActions.map(({ id }) => ({ id, status: 'done' as const }))
    await made(close(app, coach, second.id, { attendance, carried }))
    // Her own closing goes on asking about all that is hers.
    const third = await made(book(app, coach, mariana, '2027-01-29T16:00:00.000Z'))
    expect((await life.brief(coach, third.id)).body.openActions.map(({ text }) => text)).toEqual(['Lo suyo'])
  })

  test('knows who joined while it waited for the session: they are not forgotten', async () => {
    const { coach, group, luz, mariana } = await makeGroup()
    const session = await made(bookGroup(coach, group, '2027-02-01T15:00:00Z'))
    const rosa = await newClient(app, coach, { name: 'Rosa' })
    const late = await app.deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate().execute()
      const closing = close(app, coach, session.id, { attendance: present(luz, mariana) })
      await waitsForLock()
      good(await add(app, coach, group, { clientId: rosa.clientId }), 201)
      return { closing }
    })
    const { refusal } = await late.closing
    expect([refusal.code, refusal.fields]).toMatchObject([
      'request.invalid',
      { attendance: expect.anything() },
    ])
    await made(close(app, coach, session.id, { attendance: present(luz, mariana, rosa) }))
  })
})

/** Until some transaction waits for a lock that another one has. */
async function waitsForLock(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: boolean }>`
      select exists (
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      ) as waiting`.execute(app.deps.db)
    if (rows[0]!.waiting) return
  }
}

describe('a member who excused themselves', () => {
  test('is expected again when the session moves, and notified; not when the coach notifies nobody', async () => {
    const { coach, group, luz, mariana } = await makeGroup()
    const recurrence = { frequency: 'weekly' as const, interval: 1, weekdays: [], count: 2 }
    const first = await made(bookGroup(coach, group, OFFERED, { recurrence }))
    const alone = await made(bookGroup(coach, group, '2027-02-05T15:00:00Z'))
    const life = lifeOf(app)
    const stateOf = async (session: SessionDto) =>
      (await look(luz, session)).body.attendance.map(({ state, reason }) => [state, reason])
    const moved = async () => {
      // The mail of a move waits for the next one.
      app.clock.advance(2 * MINUTE_MS)
      await app.settle()
      const mails = await Promise.all([luz, mariana].map(({ email }) => app.mails(email)))
      return mails.map((mail) => mail.filter(({ subject }) => subject.includes('de horario')).length)
    }
    for (const session of [first, alone]) expect((await excuse(luz, session)).status).toBe(200)
    await made(
      life.reschedule(coach, alone.id, '2027-02-05T16:00:00Z', { outsideHours: true, notify: false }),
    )
    expect([await stateOf(alone), await moved()]).toEqual([[['excused', 'Estoy de viaje.']], [0, 0]])
    await made(life.reschedule(coach, alone.id, '2027-02-06T16:00:00Z', { outsideHours: true }))
    expect([await stateOf(alone), await moved()]).toEqual([[[null, null]], [1, 1]])
    await made(life.reschedule(coach, first.id, '2027-02-03T15:00:00Z', { outsideHours: true, scope: 'all' }))
    expect([await stateOf(first), await moved()]).toEqual([[[null, null]], [2, 2]])
    expect((await look(luz, first)).body.allowedActions).toContain('excuse')
  })
})

describe('an excuse', () => {
  test('is withdrawn until the session begins: expected again, told to the coach, in nobody else’s history', async () => {
    const { coach, group, luz, mariana } = await makeGroup()
    const life = lifeOf(app)
    const session = await made(bookGroup(coach, group))
    expect((await life.withdrawExcuse(luz, session.id)).refusal.code).toBe('session.wrong_state')
    const excused = await excuse(luz, session)
    expect([excused.body.excused, excused.body.allowedActions]).toEqual([
      true,
      expect.arrayContaining(['withdrawExcuse']),
    ])
    expect((await list(luz, group)).body.data[0]).toMatchObject({ excused: true })
    expect((await list(mariana, group)).body.data[0]).toMatchObject({ excused: false })

    const back = await made(life.withdrawExcuse(luz, session.id))
    expect([back.excused, back.allowedActions]).toEqual([false, expect.arrayContaining(['excuse'])])
    const attendance = (await look(coach, session)).body.attendance
    expect(attendance.map(({ name, state, reason }) => [name, state, reason])).toEqual([
      ['Luz', null, null],
      ['Mariana', null, null],
    ])
    const told = async (who: { token: string }) =>
      (await life.history(who, session.id)).body.data.map(({ what }) => what)
    expect(await told(luz)).toEqual(['booked', 'excused', 'excuseWithdrawn'])
    expect(await told(mariana)).toEqual(['booked'])
    await app.settle()
    const mails = await app.mails(coach.email)
    expect(mails.map(({ subject }) => subject)).toContain('Luz Vega sí podrá asistir')

    expect((await excuse(luz, session)).status).toBe(200)
    await goTo(app, session.startsAt, luz)
    expect((await life.withdrawExcuse(luz, session.id)).refusal.code).toBe('session.wrong_state')
  })
})

describe('a member who leaves a group', () => {
  test('is reported to the coach by notification and mail', async () => {
    const { coach, group, luz } = await makeGroup()
    await app.call('POST /v1/group/:groupId/leave', { params: { groupId: group.id } }, luz.token)
    await app.settle()
    const { body } = await app.call(
      'GET /v1/notification/all/:userId',
      { params: { userId: coach.userId }, query: { direction: 'desc', items: 1 } },
      coach.token,
    )
    expect(body.data[0]).toMatchObject({
      type: 'MEMBER_LEFT',
      body: { name: 'Luz', lastName: 'Vega', group: group.id },
    })
    const mails = await app.mails(coach.email)
    const mail = mails.find(({ subject }) => subject === 'Luz Vega salió del grupo Círculo')!
    expect(mail.text).toContain(`/groups/view/${group.id}`)
  })

  test('finds nothing of its sessions any more, and is expected at none', async () => {
    const { coach, group, luz, mariana } = await makeGroup()
    const session = await made(bookGroup(coach, group))
    expect((await excuse(luz, session)).status).toBe(200)
    await app.call('POST /v1/group/:groupId/leave', { params: { groupId: group.id } }, luz.token)
    const seen = await look(luz, session)
    expect([seen.status, seen.refusal.code]).toEqual([404, 'session.not_found'])
    const listed = await list(luz, group)
    expect([listed.status, listed.refusal.code]).toEqual([404, 'group.not_found'])
    expect((await look(coach, session)).body.attendance.map(({ name }) => name)).toEqual(['Mariana'])
    const { people } = await read(app, coach, group)
    const { id: memberId } = people!.find(({ clientId }) => clientId === mariana.clientId)!
    await app.call(
      'DELETE /v1/group/:groupId/member/:memberId',
      { params: { groupId: group.id, memberId } },
      coach.token,
    )
    expect((await look(mariana, session)).status).toBe(404)
    expect((await look(coach, session)).body.attendance).toEqual([])
  })

  test('keeps what was held on the coach’s record', async () => {
    const { coach, group, luz, mariana } = await makeGroup()
    const session = await made(bookGroup(coach, group, '2027-02-01T15:00:00Z'))
    await made(close(app, coach, session.id, { attendance: present(luz, mariana) }))
    await app.call('POST /v1/group/:groupId/leave', { params: { groupId: group.id } }, luz.token)
    expect((await look(coach, session)).body.attendance.map(({ name, state }) => [name, state])).toEqual([
      ['Luz', 'present'],
      ['Mariana', 'present'],
    ])
    expect(memberOf(await read(app, coach, group), luz.clientId)).toMatchObject({ attended: 1, held: 1 })
  })
})

describe('finishing a group', () => {
  test('calls off what is ahead and tells everybody in it once', async () => {
    const { coach, group, luz, mariana } = await makeGroup()
    good(await transition(app, coach, group, 'running'))
    const recurrence = { frequency: 'weekly' as const, interval: 1, weekdays: [], count: 3 }
    const first = await made(bookGroup(coach, group, OFFERED, { recurrence }))
    const own = await made(book(app, coach, mariana, '2027-02-05T15:00:00Z'))
    await app.settle()
    const before = (await app.mails(luz.email)).length
    good(await transition(app, coach, group, 'finished'))
    const { body } = await list(coach, group)
    expect(body.data.map(({ status }) => status)).toEqual(Array.from({ length: 3 }, () => 'cancelledByCoach'))
    expect((await look(mariana, own)).body.status).toBe('confirmed')
    await app.settle()
    const mails = await app.mails(luz.email)
    expect([mails.length, mails[0]!.subject]).toEqual([before + 1, 'El grupo Círculo terminó'])
    expect(mails[0]!.text).not.toContain('Mariana')
    // Members go on reading what was.
    expect((await look(luz, first)).body.cancellation?.reason).toBe('El grupo terminó.')
    const timers = await app.deps.db
      .selectFrom('timers')
      .select('key')
      .where('key', 'like', `%${first.id}%`)
      .execute()
    expect(timers).toEqual([])
    expect((await read(app, coach, group)).nextSessionAt).toBeNull()
  })

  test('that never began says so, to everybody in it', async () => {
    const { coach, group, luz } = await makeGroup()
    const { id } = await made(bookGroup(coach, group))
    good(await transition(app, coach, group, 'finished'))
    await app.settle()
    expect((await app.mails(luz.email))[0]!.subject).toBe('El grupo Círculo no empezó')
    expect((await look(luz, { id })).body.cancellation?.reason).toBe('El grupo no empezó.')
  })

  test('leaves a session that was not closed in the past', async () => {
    const { coach, group } = await makeGroup()
    const { id } = await made(bookGroup(coach, group, '2027-02-01T15:00:00.000Z'))
    good(await transition(app, coach, group, 'finished'))
    const moved = await lifeOf(app).reschedule(coach, id, '2027-02-10T15:00:00.000Z', { outsideHours: true })
    expect([moved.status, moved.refusal.code]).toEqual([409, 'session.group_inactive'])
    expect((await look(coach, { id })).body.allowedActions).toEqual(['close', 'edit', 'editAgenda'])
  })

  test('against a booking: the session is called off or never made', async () => {
    const { coach, group } = await makeGroup()
    good(await transition(app, coach, group, 'running'))
    const [booked, finished] = await Promise.all([
      bookGroup(coach, group),
      transition(app, coach, group, 'finished'),
    ])
    expect(finished.status).toBe(200)
    expect([201, 409]).toContain(booked.status)
    const { body } = await list(coach, group)
    expect(body.data.every(({ status }) => status === 'cancelledByCoach')).toBe(true)
  })
})

describe('a client’s own pages', () => {
  test('count the sessions of their groups: next, last, rhythm', async () => {
    const { coach, group, luz, mariana } = await makeGroup()
    const find = async (sort: 'nextSession' | 'lastSession' | 'rhythm') => {
      const { body } = await app.call(
        'GET /v1/client/coach/:coachId',
        { params: { coachId: coach.userId }, query: { sort } },
        coach.token,
      )
      return body.data.find(({ id }) => id === mariana.clientId)!
    }
    const held = await made(bookGroup(coach, group, '2027-02-01T15:00:00Z'))
    await made(
      close(app, coach, held.id, {
        attendance: [
          { personId: mariana.clientId, state: 'present' },
          { personId: luz.clientId, state: 'absent' },
        ],
      }),
    )
    const ahead = await made(bookGroup(coach, group))
    for (const sort of ['nextSession', 'lastSession', 'rhythm'] as const) {
      expect(await find(sort)).toMatchObject({
        nextSessionAt: OFFERED,
        lastSessionAt: '2027-02-01T15:00:00.000Z',
      })
    }
    const dashboard = async (member: TestClient) =>
      (await app.call('GET /v1/dashboard', {}, member.token)).body.client!
    expect(await dashboard(mariana)).toMatchObject({ next: { id: ahead.id }, last: { id: held.id } })
    expect((await excuse(mariana, ahead)).status).toBe(200)
    expect((await dashboard(mariana)).next).toBeNull()
    expect((await find('nextSession')).nextSessionAt).toBeNull()
    const own = await app.call(
      'GET /v1/session/Client/:clientId',
      { params: { clientId: mariana.clientId }, query: {} },
      mariana.token,
    )
    expect(own.body.data.map(({ id }) => id)).toEqual([held.id, ahead.id])
  })

  test('and of somebody in a group who was quiet for long, without forgetting the others', async () => {
    const { coach, group, luz, mariana } = await makeGroup()
    const held = await made(bookGroup(coach, group, '2027-02-01T15:00:00Z'))
    await made(close(app, coach, held.id, { attendance: present(luz, mariana) }))
    // Three weeks later nobody has moved; a session of a group must not make the practice look calm.
    await goTo(app, '2027-02-26T15:00:00Z', coach)
    const { body } = await app.call('GET /v1/dashboard', {}, coach.token)
    expect(body.coach!.needAttention).toBeGreaterThan(0)
  })
})
