import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientId } from '#contract/values.ts'
import { HOUR_MS, MINUTE_MS, addMinutes, epochMs, fromIso, toIso } from '#time/clock.ts'
import { TEST_NOW, type TestApp, makeApp } from '#test/support/app.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, hours, made, offered, setCalendar, setLinks } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(() => app.startTest())

const NOBODY = '01920000-0000-7000-8000-000000000000'

async function pair(options: { coachZone?: string; clientZone?: string } = {}) {
  const coach = await newCoach(app, { timezone: options.coachZone })
  const client = await newClient(app, coach, { timezone: options.clientZone })
  return { coach, client }
}

/** How many sessions the coach has, whatever their state. */
async function sessionsOf(coach: Awaited<ReturnType<typeof newCoach>>): Promise<number> {
  const { body } = await app.call(
    'GET /v1/session/coach/:coachId',
    { params: { coachId: coach.userId }, query: {} },
    coach.token,
  )
  return body.total
}

describe('a client asks', () => {
  test('for an offered start, and it waits for the coach', async () => {
    const { coach, client } = await pair()
    const { status, body } = await ask(app, client, OFFERED, { objective: '  Preparar la entrevista ' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      type: 'Client',
      coachId: coach.userId,
      clientId: client.clientId,
      groupId: null,
      title: 'Sesión 1 con Ana',
      objective: 'Preparar la entrevista',
      startsAt: OFFERED,
      endsAt: '2027-02-04T16:00:00.000Z',
      timezone: 'America/Mexico_City',
      modality: 'online',
      channel: 'norte',
      meetingUrl: null,
      place: null,
      status: 'requested',
      phase: null,
      allowedActions: ['editAgenda', 'cancel'],
      cancellation: null,
      closing: null,
      actions: [],
    })
    const seen = await app.call('GET /v1/session/:sessionId', { params: { sessionId: body.id } }, coach.token)
    expect(seen.body.allowedActions).toEqual(['confirm', 'propose', 'reject', 'edit', 'editAgenda'])
  })

  test('and has it at once if the coach confirms automatically', async () => {
    const { coach, client } = await pair()
    await setCalendar(app, coach, { autoConfirm: true })
    const session = await made(ask(app, client))
    expect(session).toMatchObject({ status: 'confirmed', phase: 'upcoming' })
    expect(session.allowedActions).toEqual(['reschedule', 'editAgenda', 'cancel'])
    await app.settle()
    expect((await app.mails(client.email))[0]!.subject).toBe('Tu sesión con Ana López está confirmada')
    expect((await app.mails(coach.email))[0]!.subject).toBe('Mariana Torres agendó una sesión')
    // Nobody was asked where: the coach's own address for the channel, where they have one that opens.
    expect(session.meetingUrl).toBe(null)
    await setLinks(app, coach, { meet: 'https://meet.example/ana' })
    const next = await made(ask(app, client, '2027-02-05T16:00:00.000Z'))
    expect(next).toMatchObject({ channel: 'meet', meetingUrl: 'https://meet.example/ana' })
  })

  test('or a coach books or confirms: their own address is taken, unless another or none is said', async () => {
    const { coach, client } = await pair()
    await setLinks(app, coach, { meet: 'https://meet.example/ana', zoom: 'https://zoom.us/j/1' })
    const urlOf = async (answer: ReturnType<typeof book>) => (await made(answer)).meetingUrl
    expect(await urlOf(book(app, coach, client))).toBe('https://meet.example/ana')
    const zoom = { channel: 'zoom' as const }
    expect(await urlOf(book(app, coach, client, '2027-02-05T15:00:00Z', zoom))).toBe('https://zoom.us/j/1')
    const none = { meetingUrl: null }
    expect(await urlOf(book(app, coach, client, '2027-02-06T15:00:00Z', none))).toBeNull()
    const said = { meetingUrl: 'https://meet.example/otra' as never }
    expect(await urlOf(book(app, coach, client, '2027-02-07T15:00:00Z', said))).toBe(
      'https://meet.example/otra',
    )

    const confirmed = async (startsAt: string, body?: object) => {
      const { id, meetingUrl } = await made(ask(app, client, startsAt))
      expect(meetingUrl).toBeNull()
      const params = { sessionId: id }
      const answer = app.call(
        'POST /v1/session/:sessionId/confirm',
        { params, ...(body && { body }) },
        coach.token,
      )
      return (await made(answer)).meetingUrl
    }
    expect(await confirmed('2027-02-08T15:00:00.000Z')).toBe('https://meet.example/ana')
    expect(await confirmed('2027-02-09T15:00:00.000Z', zoom)).toBe('https://zoom.us/j/1')
    expect(await confirmed('2027-02-10T15:00:00.000Z', none)).toBeNull()
    expect(await confirmed('2027-02-11T15:00:00.000Z', { place: 'Café Luna' })).toBeNull()
  })

  test('in their own name, but in no other', async () => {
    const { coach, client } = await pair()
    const other = await newClient(app, coach, { name: 'Pedro' })
    expect((await ask(app, client, OFFERED, { clientId: client.clientId })).status).toBe(201)
    const refused = await ask(app, client, '2027-02-05T15:00:00Z', { clientId: other.clientId })
    expect(refused.refusal).toMatchObject({ code: 'client.not_found' })
    expect(await sessionsOf(coach)).toBe(1)
  })

  test('and a title nobody chose names the other person', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    const seenBy = async ({ token }: { token: string }) => {
      const { body } = await app.call('GET /v1/session/:sessionId', { params: { sessionId: id } }, token)
      return body.title
    }
    expect([await seenBy(coach), await seenBy(client)]).toEqual(['Sesión 1 con Mariana', 'Sesión 1 con Ana'])
  })

  test('and sessions are counted up', async () => {
    const { coach, client } = await pair()
    const first = await made(ask(app, client))
    expect((await made(ask(app, client, '2027-02-05T15:00:00Z'))).title).toBe('Sesión 2 con Ana')
    await app.call(
      'POST /v1/session/:sessionId/reject',
      { params: { sessionId: first.id }, body: { reason: 'No puedo' } },
      coach.token,
    )
    expect((await made(ask(app, client, '2027-02-08T15:00:00Z'))).title).toBe('Sesión 2 con Ana')
  })

  test('in vain while the coach has not paid', async () => {
    const { coach, client } = await pair()
    await app.deps.db
      .updateTable('coaches')
      .set({ payment_status: 'none' })
      .where('id', '=', coach.userId)
      .execute()
    const refused = await ask(app, client)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'coach.unpaid'])
    expect(refused.refusal.error).toBe('Tu coach no puede recibir solicitudes por ahora.')
  })

  test('in vain while their process is paused', async () => {
    const { client } = await pair()
    await app.deps.db
      .updateTable('clients')
      .set({ status: 'paused' })
      .where('id', '=', client.clientId)
      .execute()
    const refused = await ask(app, client)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.client_inactive'])
  })

  test('for nothing outside the hours, however knowingly', async () => {
    const { coach, client } = await pair()
    const refused = await ask(app, client, '2027-02-04T08:00:00Z', { outsideHours: true })
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.not_offered'])
    expect(await sessionsOf(coach)).toBe(0)
  })

  test('without saying where to meet: that is the coach’s', async () => {
    const { client } = await pair()
    const { status, refusal } = await ask(app, client, OFFERED, {
      channel: 'zoom',
      meetingUrl: 'https://zoom.us/j/1',
      title: 'Mi sesión',
    })
    expect(status).toBe(422)
    expect(Object.keys(refusal.fields!)).toEqual(['title', 'channel', 'meetingUrl'])
  })
})

describe('a coach books', () => {
  test('for an active client, saying where to meet', async () => {
    const { coach, client } = await pair()
    const { status, body } = await book(app, coach, client, OFFERED, {
      outsideHours: false,
      title: 'Arranque',
      place: 'Café Luna',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      title: 'Arranque',
      status: 'confirmed',
      channel: 'place',
      modality: 'inPerson',
      place: 'Café Luna',
      allowedActions: ['reschedule', 'edit', 'editAgenda', 'cancel'],
    })
    await app.settle()
    const [mail] = await app.mails(client.email)
    expect(mail!.subject).toBe('Ana López agendó una sesión contigo')
    expect(mail!.text).toContain('Dónde: Café Luna')
  })

  test('outside the offer only knowingly', async () => {
    const { coach, client } = await pair()
    const night = '2027-02-04T08:00:00Z'
    const refused = await book(app, coach, client, night, { outsideHours: undefined })
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.not_offered'])
    expect((await book(app, coach, client, night)).status).toBe(201)
  })

  test('never over another of their sessions', async () => {
    const { coach, client } = await pair()
    await made(ask(app, client))
    const refused = await book(app, coach, client, '2027-02-04T15:59:00Z')
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.overlap'])
    expect((await book(app, coach, client, '2027-02-04T16:00:00Z')).status).toBe(201)
  })

  test('what is past, to write it down; the client gets no mail about it', async () => {
    const { coach, client } = await pair()
    const before = (await app.mails(client.email)).length
    const session = await made(book(app, coach, client, '2027-01-28T18:00:00Z', { outsideHours: undefined }))
    expect(session).toMatchObject({ status: 'confirmed', phase: 'toClose' })
    expect(session.allowedActions).toEqual(['close', 'reschedule', 'edit', 'editAgenda'])
    await app.settle()
    expect(await app.mails(client.email)).toHaveLength(before)
    const running = await made(book(app, coach, client, toIso(addMinutes(fromIso(TEST_NOW), -5))))
    expect(running).toMatchObject({ phase: 'inProgress', allowedActions: session.allowedActions })
  })

  test('for nobody of another coach, exactly as for nobody', async () => {
    const { coach } = await pair()
    const foreign = await pair()
    const answers = await Promise.all(
      [foreign.client.clientId, NOBODY].map((clientId) =>
        book(app, coach, foreign.client, OFFERED, { clientId: clientId as ClientId }),
      ),
    )
    const shown = answers.map(({ status, refusal }) => ({ status, ...refusal, requestId: '' }))
    expect(shown[0]).toMatchObject({ status: 404, code: 'client.not_found' })
    expect(shown[1]).toEqual(shown[0])
  })

  test('naming somebody', async () => {
    const { coach, client } = await pair()
    const { status, refusal } = await book(app, coach, client, OFFERED, { clientId: undefined })
    expect([status, refusal.fields]).toEqual([422, { clientId: 'Campo requerido' }])
  })
})

describe('a booking that cannot be read', () => {
  let people: Awaited<ReturnType<typeof pair>>
  beforeAll(async () => {
    people = await pair()
  })

  test.each([
    ['ends before it starts', { endsAt: '2027-02-04T14:00:00Z' }, 'endsAt'],
    ['is too short', { endsAt: '2027-02-04T15:10:00Z' }, 'endsAt'],
    ['is too long', { endsAt: '2027-02-05T15:00:00Z' }, 'endsAt'],
    ['starts on no date', { startsAt: '2027-02-30T15:00:00Z' }, 'startsAt'],
    ['has an unknown key', { status: 'confirmed' }, 'status'],
    ['has an unsafe link', { meetingUrl: 'javascript:alert(1)' }, 'meetingUrl'],
    ['names no kind', { type: 'Team' }, 'type'],
  ])('because it %s is refused with the field named, and nothing is stored', async (_, fields, field) => {
    const { coach, client } = people
    const { status, body } = await app.send({
      method: 'POST',
      url: '/v1/session',
      token: coach.token,
      body: { type: 'Client', clientId: client.clientId, ...hours(OFFERED), outsideHours: true, ...fields },
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'request.invalid', fields: { [field]: expect.any(String) as string } })
    expect(await sessionsOf(coach)).toBe(0)
  })
})

// @spec P.57
describe('what is offered and what is booked agree', () => {
  const zones = [
    ['America/Mexico_City', 'America/Tijuana'],
    ['Asia/Kolkata', 'America/Mexico_City'],
    ['Europe/Madrid', 'Pacific/Auckland'],
  ] as const

  test.each(zones)('coach in %s, client in %s', async (coachZone, clientZone) => {
    const { coach, client } = await pair({ coachZone, clientZone })
    await setCalendar(app, coach, {
      weekly: {
        1: [{ start: '22:00', end: '01:30' }],
        2: [{ start: '09:00', end: '12:00' }],
        3: [
          { start: '09:20', end: '11:20' },
          { start: '11:20', end: '13:00' },
        ],
        4: [],
        5: [{ start: '08:00', end: '18:00' }],
        6: [{ start: '23:00', end: '24:00' }],
        7: [{ start: '00:00', end: '02:00' }],
      },
      durations: [30, 60],
      stepMin: 20,
      bufferBeforeMin: 10,
      maxPerDay: 3,
      maxPerWeek: 8,
      minNoticeMin: 180,
      horizonDays: 14,
    })
    let booked = 0
    for (;;) {
      const starts = await offered(app, coach, client, '2027-02-01', '2027-02-20')
      if (starts.length === 0) break
      // Every start on the grid of ten minutes that is not offered, a handful of them, is refused.
      const others = Array.from({ length: 12 }, (_, index) => {
        const near = fromIso(starts[(index * 7) % starts.length]!)
        return toIso(epochMs(near + (index % 2 === 0 ? 1 : -1) * (10 + 20 * index) * MINUTE_MS))
      }).filter((start) => !starts.includes(start))
      for (const start of others) {
        const refused = await ask(app, client, start)
        expect([start, refused.status, refused.refusal.code]).toEqual([start, 409, 'session.not_offered'])
      }
      const start = starts[Math.floor(starts.length / 2)]!
      expect([start, (await ask(app, client, start)).status]).toEqual([start, 201])
      booked += 1
      // Taking a start never adds one.
      const left = await offered(app, coach, client, '2027-02-01', '2027-02-20')
      expect(left.filter((one) => !starts.includes(one))).toEqual([])
      expect(left).not.toContain(start)
    }
    expect(booked).toBeGreaterThan(8)
  })

  test('the starts are the same instants for every viewer, however the range is cut', async () => {
    const { coach, client } = await pair({ clientZone: 'Asia/Tokyo' })
    await made(ask(app, client, '2027-02-08T15:00:00Z'))
    const own = await offered(app, coach, coach, '2027-02-02', '2027-02-20')
    const theirs = await offered(app, coach, client, '2027-02-02', '2027-02-21')
    expect(theirs.filter((start) => own.includes(start))).toEqual(own)
    const cut: string[] = []
    for (let day = 2; day <= 20; day += 1) {
      cut.push(...(await offered(app, coach, coach, `2027-02-${String(day).padStart(2, '0')}`)))
    }
    expect(cut).toEqual(own)
  })
})

describe('32 at once', () => {
  const counted = (statuses: number[]) =>
    Object.fromEntries(
      [...new Set(statuses)].map((status) => [status, statuses.filter((s) => s === status).length]),
    )

  test('for one start: one gets it', async () => {
    const { coach, client } = await pair()
    const answers = await Promise.all(Array.from({ length: 32 }, () => ask(app, client)))
    expect(counted(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 31 })
    expect(await sessionsOf(coach)).toBe(1)
  })

  test('for overlapping starts, of a coach who overrides the hours: no two overlap', async () => {
    const { coach, client } = await pair()
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        book(app, coach, client, toIso(epochMs(fromIso(OFFERED) + index * 15 * MINUTE_MS))),
      ),
    )
    expect(Object.keys(counted(answers.map(({ status }) => status)))).toEqual(['201', '409'])
    const starts = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => fromIso(body.startsAt))
      .toSorted((a, b) => a - b)
    for (const [index, start] of starts.slice(1).entries()) {
      expect(start - starts[index]!).toBeGreaterThanOrEqual(HOUR_MS)
    }
  })

  test('for different starts of one day: the limit of the day holds', async () => {
    const { coach, client } = await pair()
    await setCalendar(app, coach, { maxPerDay: 3, bufferAfterMin: 0 })
    const starts = await offered(app, coach, client, '2027-02-04')
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) => ask(app, client, starts[index % starts.length])),
    )
    expect(counted(answers.map(({ status }) => status))).toEqual({ 201: 3, 409: 29 })
  })

  test('of both sides: nobody waits for ever and nobody gets a 5xx', async () => {
    const { coach, client } = await pair()
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        index % 2 === 0 ? ask(app, client) : book(app, coach, client),
      ),
    )
    expect(counted(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 31 })
  })
})
