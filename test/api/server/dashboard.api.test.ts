import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewAction } from '#contract/actions/actions.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { formOf } from '#test/support/forms.ts'
import { type TestCoach, newClient, newCoach, newEmail } from '#test/support/people.ts'
import { picture } from '#test/support/pictures.ts'
import { ask, book, close, goTo, lifeOf, made, setCalendar } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

async function ofCoach(coach: TestCoach) {
  const { body } = await app.call('GET /v1/dashboard', {}, coach.token)
  expect(body.client).toBeNull()
  return body.coach!
}

async function ofClient({ token }: { token: string }) {
  const { body } = await app.call('GET /v1/dashboard', {}, token)
  expect(body.coach).toBeNull()
  return body.client!
}

const ids = (sessions: SessionListItem[]) => sessions.map(({ id }) => id)

describe('a coach’s', () => {
  // @spec P.50
  test('is empty on the first day, with the first steps', async () => {
    expect(await ofCoach(await newCoach(app))).toEqual({
      next: null,
      today: [],
      unread: [],
      unreadRooms: 0,
      toConfirm: [],
      toClose: [],
      toCloseTotal: 0,
      memorandums: [],
      memorandumsToday: 0,
      memorandumsOverdue: 0,
      activeClients: 0,
      openInvitations: 0,
      sessionsThisWeek: 0,
      heldThisMonth: 0,
      minutesThisMonth: 0,
      attention: [],
      needAttention: 0,
      goals: [],
      goalsInNeed: 0,
      month: ['01', '07', '14', '21', '28'].map((day) => ({
        from: `2027-02-${day}`,
        held: 0,
        minutes: 0,
        attended: 0,
        expected: 0,
        actionsDone: 0,
      })),
      offersNorte: false,
      setup: { emailVerified: true, hours: false, firstClient: false, logo: false, links: false },
    })
  })

  test('tells the steps that are done', async () => {
    const coach = await newCoach(app)
    expect((await ofCoach(coach)).setup.hours).toBe(false)
    const { body } = await app.call(
      'GET /v1/coach/recurring-calendar/:coachId',
      { params: { coachId: coach.userId } },
      coach.token,
    )
    await setCalendar(app, coach, { weekly: body.weekly })
    const invite = (invited: boolean) =>
      app.call(
        'POST /v1/client',
        { body: { name: 'Luis', lastName: 'Mora', email: newEmail('luis'), invite: invited } },
        coach.token,
      )
    await invite(false)
    expect(await ofCoach(coach)).toMatchObject({
      activeClients: 0,
      openInvitations: 0,
      setup: { emailVerified: true, hours: true, firstClient: true },
    })
    await invite(true)
    expect((await ofCoach(coach)).openInvitations).toBe(1)
  })

  // @spec P.50
  test('sorts sessions into next, today, to confirm and to close', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    // It is Tuesday, 9:00 in Mexico City.
    const yesterday = await made(book(app, coach, client, '2027-02-01T18:00:00Z'))
    const earlyToday = await made(book(app, coach, client, '2027-02-02T12:00:00Z'))
    const running = await made(book(app, coach, client, '2027-02-02T14:30:00Z'))
    const lateToday = await made(book(app, coach, client, '2027-02-03T04:00:00Z'))
    const tomorrow = await made(book(app, coach, client, '2027-02-03T15:00:00Z'))
    const asked = await made(ask(app, client, '2027-02-04T18:00:00Z'))
    const off = await made(book(app, coach, client, '2027-02-02T20:00:00Z'))
    await app.call(
      'POST /v1/session/:sessionId/cancel',
      { params: { sessionId: off.id }, body: { reason: 'Cambio de planes' } },
      coach.token,
    )

    const dashboard = await ofCoach(coach)
    expect(dashboard.next!.id).toBe(running.id)
    expect(dashboard.next).toMatchObject({
      phase: 'inProgress',
      allowedActions: ['close', 'reschedule', 'edit', 'editAgenda'],
    })
    expect(ids(dashboard.today)).toEqual(ids([earlyToday, running, lateToday]))
    expect(ids(dashboard.toConfirm)).toEqual([asked.id])
    expect(ids(dashboard.toClose)).toEqual(ids([yesterday, earlyToday]))
    expect(dashboard.activeClients).toBe(1)
    expect(dashboard.sessionsThisWeek).toBe(5)

    await made(close(app, coach, yesterday.id, { realMinutes: 50 }))
    await made(close(app, coach, earlyToday.id, { realMinutes: 40, outcome: 'noShowClient' }))
    expect(await ofCoach(coach)).toMatchObject({
      next: { id: running.id },
      toClose: [],
      sessionsThisWeek: 4,
      heldThisMonth: 1,
      minutesThisMonth: 50,
    })
    expect(ids((await ofCoach(coach)).today)).toEqual(ids([earlyToday, running, lateToday]))
    // Over by the clock, it goes on for half an hour before it waits to be closed.
    app.clock.set(instant('2027-02-02T15:59:59.000Z'))
    expect((await ofCoach(coach)).next!.id).toBe(running.id)
    app.clock.set(instant('2027-02-02T16:00:00.000Z'))
    expect((await ofCoach(coach)).next!.id).toBe(lateToday.id)
    expect(tomorrow.status).toBe('confirmed')
  })

  test('shows what is ahead, however much of the past was never closed', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const tomorrow = await made(book(app, coach, client, '2027-02-03T15:00:00Z'))
    const asked = await made(ask(app, client, '2027-02-04T18:00:00Z'))
    await sql`insert into sessions (id, coach_id, type, client_id, title, starts_at, ends_at, timezone, channel,
        status, created_at, updated_at)
      select gen_random_uuid(), s.coach_id, s.type, s.client_id, s.title, s.starts_at - n * interval '1 day',
        s.ends_at - n * interval '1 day', s.timezone, s.channel, s.status, s.created_at, s.updated_at
      from sessions s, generate_series(2, 260) n where s.id = ${tomorrow.id}`.execute(app.deps.db)
    const dashboard = await ofCoach(coach)
    expect(dashboard.next?.id).toBe(tomorrow.id)
    expect(ids(dashboard.toConfirm)).toEqual([asked.id])
    const starts = dashboard.toClose.map(({ startsAt }) => startsAt)
    expect(starts.length).toBeGreaterThan(100)
    expect(starts).toEqual(starts.toSorted())
    expect(dashboard.toCloseTotal).toBe(259)
  })

  test('counts the week and the month of the coach’s zone', async () => {
    const coach = await newCoach(app, { timezone: 'Pacific/Auckland' })
    const client = await newClient(app, coach)
    // In Auckland the week on screen begins on Sunday 31 January, 30 January, 11:00 UTC; February a day later.
    for (const start of ['2027-01-30T10:00:00Z', '2027-01-30T11:00:00Z', '2027-01-31T11:00:00Z']) {
      const { id } = await made(book(app, coach, client, start))
      await made(close(app, coach, id, { realMinutes: 30 }))
    }
    expect(await ofCoach(coach)).toMatchObject({
      sessionsThisWeek: 2,
      heldThisMonth: 1,
      minutesThisMonth: 30,
    })
  })

  test('draws the month by weeks: sessions, minutes, who came, and actions done', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const sibling = await newClient(app, coach, { name: 'Pedro' })
    await goTo(app, '2027-02-24T15:00:00Z', coach, client)
    const state = (person: typeof client, as: 'present' | 'late' | 'absent' | 'excused') => ({
      attendance: [{ personId: person.clientId, state: as }],
    })
    const at = async (startsAt: string, person: typeof client, more: Parameters<typeof close>[3]) =>
      close(app, coach, (await made(book(app, coach, person, startsAt))).id, more)
    await made(at('2027-01-31T18:00:00Z', client, { realMinutes: 90 }))
    await made(
      at('2027-02-01T18:00:00Z', client, {
        ...state(client, 'late'),
        realMinutes: 50,
        actions: [{ text: 'Escribir el plan' }],
      }),
    )
    await made(
      at('2027-02-02T18:00:00Z', sibling, {
        ...state(sibling, 'absent'),
        realMinutes: 0,
        outcome: 'noShowClient',
      }),
    )
    await made(at('2027-02-16T18:00:00Z', sibling, { ...state(sibling, 'present'), realMinutes: 40 }))
    const { body } = await app.call(
      'GET /v1/action/Client/:clientId',
      { params: { clientId: client.clientId } },
      client.token,
    )
    await app.call(
      'PUT /v1/action/:actionId/status',
      { params: { actionId: body.data[0]!.id }, body: { status: 'done' } },
      client.token,
    )

    const { month, heldThisMonth, minutesThisMonth } = await ofCoach(coach)
    const week = (from: string, held: number, minutes: number, came: [number, number], actionsDone = 0) => ({
      from,
      held,
      minutes,
      attended: came[0],
      expected: came[1],
      actionsDone,
    })
    expect(month).toEqual([
      week('2027-02-01', 1, 50, [1, 2]),
      week('2027-02-07', 0, 0, [0, 0]),
      week('2027-02-14', 1, 40, [1, 1]),
      week('2027-02-21', 0, 0, [0, 0], 1),
      week('2027-02-28', 0, 0, [0, 0]),
    ])
    expect([heldThisMonth, minutesThisMonth]).toEqual([2, 90])
  })

  test('names who needs attention, those who fell behind last before the long silent ones', async () => {
    const coach = await newCoach(app)
    const silent = await newClient(app, coach, { name: 'Silvia' })
    await goTo(app, '2027-02-20T15:00:00Z', coach)
    const behind = await newClient(app, coach, { name: 'Beto' })
    await made(
      close(app, coach, (await made(book(app, coach, behind, '2027-02-19T15:00:00Z'))).id, {
        actions: [{ text: 'Llamar a Luis', dueOn: '2027-02-21' as NewAction['dueOn'] & string }],
      }),
    )
    await newClient(app, coach, { name: 'Carmen' })
    await goTo(app, '2027-02-25T15:00:00Z', coach)
    const { attention, needAttention } = await ofCoach(coach)
    expect(attention.map(({ id, attention: reasons }) => [id, reasons])).toEqual([
      [behind.clientId, [{ kind: 'overdueActions', number: 1 }]],
      [silent.clientId, [{ kind: 'rhythm', number: 23 }]],
    ])
    expect(attention[0]).toMatchObject({ email: behind.email, whatsapp: null, country: 'Mexico' })
    expect(needAttention).toBe(2)
    const stranger = await newCoach(app)
    expect(await ofCoach(stranger)).toMatchObject({ attention: [], needAttention: 0 })
  })

  test('counts a logo and somewhere to meet among the first steps', async () => {
    const coach = await newCoach(app)
    await app.call(
      'PUT /v1/user/:userId',
      {
        params: { userId: coach.userId },
        body: {
          id: coach.userId,
          country: 'Mexico',
          city: 'Puebla',
          timezone: 'America/Mexico_City',
          meet: 'https://meet.google.com/abc-defg-hij',
        },
      },
      coach.token,
    )
    expect((await ofCoach(coach)).setup).toMatchObject({ logo: false, links: true })
    const logo = { field: 'logo', file: 'logo.png', type: 'image/png', bytes: await picture() }
    const { status } = await app.send({
      method: 'POST',
      url: `/v1/coach/custom/${coach.userId}`,
      token: coach.token,
      ...formOf(logo),
    })
    expect(status).toBe(200)
    expect((await ofCoach(coach)).setup).toMatchObject({ logo: true, links: true })
  })

  test('counts moves that clients ask for among what is to be answered, and no proposal', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const moving = await made(book(app, coach, client, '2027-02-09T15:00:00Z'))
    const proposed = await made(ask(app, client, '2027-02-05T18:00:00Z'))
    await sql`update sessions set status = 'proposed' where id = ${proposed.id}`.execute(app.deps.db)
    await sql`update sessions set move_starts_at = '2027-02-10T15:00Z', move_ends_at = '2027-02-10T16:00Z',
      move_asked_at = now() where id = ${moving.id}`.execute(app.deps.db)
    expect(ids((await ofCoach(coach)).toConfirm)).toEqual([moving.id])
    expect(ids((await ofClient(client)).waiting)).toEqual([proposed.id])
  })

  test('shows nothing of another practice', async () => {
    const coach = await newCoach(app)
    const other = await newCoach(app)
    await made(book(app, other, await newClient(app, other), '2027-02-02T14:30:00Z'))
    expect(await ofCoach(coach)).toMatchObject({
      next: null,
      today: [],
      sessionsThisWeek: 0,
      activeClients: 0,
    })
  })
})

describe('a client’s', () => {
  test('is empty on the first day', async () => {
    const coach = await newCoach(app)
    expect(await ofClient(await newClient(app, coach))).toEqual({
      next: null,
      waiting: [],
      actions: [],
      openActions: 0,
      doneActions: 0,
      goals: [],
      activeGoals: 0,
      resources: [],
      newResources: 0,
      last: null,
      toRate: [],
      cancelled: null,
      canBook: true,
      canAddAction: true,
    })
  })

  test('shows the next session, what waits, open actions and the last record without anything private', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const sibling = await newClient(app, coach, { name: 'Pedro' })
    await made(book(app, coach, sibling, '2027-02-02T16:00:00Z'))
    const older = await made(book(app, coach, client, '2027-01-20T15:00:00Z'))
    const last = await made(book(app, coach, client, '2027-01-27T15:00:00Z'))
    const actions = Array.from({ length: 12 }, (_, index) => ({
      text: `Acción ${index + 1}`,
      dueOn: `2027-02-${String(index + 10)}`,
    })) as NewAction[]
    await made(close(app, coach, older.id))
    app.clock.advance(1000)
    await made(close(app, coach, last.id, { summary: 'Buen avance.', privateNotes: 'Privado', actions }))
    const next = await made(book(app, coach, client, '2027-02-03T18:00:00Z'))
    const asked = await made(ask(app, client, '2027-02-05T18:00:00Z'))

    const dashboard = await ofClient(client)
    expect(dashboard.next!.id).toBe(next.id)
    expect(dashboard.next!.allowedActions).toEqual(['requestMove', 'editAgenda', 'cancel'])
    expect(ids(dashboard.waiting)).toEqual([asked.id])
    expect(dashboard.actions.map(({ text }) => text)).toEqual(actions.slice(0, 10).map(({ text }) => text))
    expect([dashboard.openActions, dashboard.doneActions]).toEqual([12, 0])
    expect(dashboard.last).toMatchObject({ id: last.id, closing: { summary: 'Buen avance.' } })
    expect(JSON.stringify(dashboard)).not.toMatch(/Privado|privateNotes/)

    const move = (index: number, status: 'done' | 'wontDo') =>
      app.call(
        'PUT /v1/action/:actionId/status',
        { params: { actionId: dashboard.actions[index]!.id }, body: { status } },
        client.token,
      )
    await move(0, 'done')
    await move(1, 'wontDo')
    expect(await ofClient(client)).toMatchObject({ openActions: 10, doneActions: 1 })
  })

  test('says when the coach cannot take requests', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    await app.deps.db
      .updateTable('coaches')
      .set({ payment_status: 'none' })
      .where('id', '=', coach.userId)
      .execute()
    expect((await ofClient(client)).canBook).toBe(false)
  })
})

describe('what a client’s asks for', () => {
  const life = () => lifeOf(app)

  test('is a rating of what was held, until it is given or too late', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const over = await made(book(app, coach, client, '2027-02-02T13:00:00Z'))
    const closed = await made(book(app, coach, client, '2027-02-01T15:00:00Z'))
    await made(close(app, coach, closed.id))
    const missed = await made(book(app, coach, client, '2027-01-29T15:00:00Z'))
    await made(close(app, coach, missed.id, { outcome: 'noShowClient', realMinutes: 0 }))
    const ahead = await made(book(app, coach, client, '2027-02-05T15:00:00Z'))
    expect(ids((await ofClient(client)).toRate)).toEqual([over.id, closed.id])
    const list = () =>
      app.call(
        'GET /v1/session/Client/:clientId',
        { params: { clientId: client.clientId }, query: { toRate: 'true' } },
        client.token,
      )
    const { data } = (await list()).body
    expect(ids(data)).toEqual([closed.id, over.id])
    // The list and the rule of the rating agree.
    for (const { allowedActions } of data) expect(allowedActions).toContain('rate')
    await made(life().rate(client, closed.id))
    expect(ids((await ofClient(client)).toRate)).toEqual([over.id])
    const ofCoachs = await app.call(
      'GET /v1/session/Client/:clientId',
      { params: { clientId: client.clientId }, query: { toRate: 'true' } },
      coach.token,
    )
    expect(ofCoachs.body.total).toBe(0)
    await goTo(app, '2027-02-16T14:00:00Z', client)
    expect(ids((await ofClient(client)).toRate)).toEqual([ahead.id])
  })

  test('is another session where the coach called one off, for a week or until there is one', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const off = await made(book(app, coach, client, '2027-02-08T15:00:00Z'))
    const own = await made(book(app, coach, client, '2027-02-09T15:00:00Z'))
    await made(life().cancel(client, own.id))
    expect((await ofClient(client)).cancelled).toBeNull()
    app.clock.advance(1000)
    await made(life().cancel(coach, off.id))
    expect((await ofClient(client)).cancelled).toMatchObject({ id: off.id, status: 'cancelledByCoach' })
    app.clock.advance(1000)
    const asked = await made(ask(app, client))
    expect((await ofClient(client)).cancelled).toBeNull()
    app.clock.advance(1000)
    await made(life().reject(coach, asked.id))
    expect((await ofClient(client)).cancelled).toMatchObject({ id: asked.id, status: 'rejected' })
    await goTo(app, '2027-02-09T16:00:00Z', client)
    expect((await ofClient(client)).cancelled).toBeNull()
  })
})
