import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { calendarFile } from '#test/support/calendar/icalendar.ts'
import { type TestClient, type TestCoach, newClient, newCoach, newEmail } from '#test/support/people.ts'
import { OFFERED, ask, book, goTo, lifeOf, made } from '#test/support/sessions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, addMinutes, fromIso, toIso } from '#time/clock.ts'

const LIMIT = 5

let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { MAILS_PER_COACH_PER_DAY: String(LIMIT) } })
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const invite = (coach: TestCoach, email: string, on = app) =>
  on.call('POST /v1/client', { body: { name: 'Luz', lastName: 'Vega', email, invite: true } }, coach.token)
const mailsToday = async (coach: TestCoach) => (await app.call('GET /v1/mails/today', {}, coach.token)).body
const mailed = async (emails: readonly string[]) => {
  await app.settle()
  return (await Promise.all(emails.map(async (email) => (await app.mails(email)).length))).reduce(
    (sum, count) => sum + count,
    0,
  )
}

describe('the mails of a coach in a day', () => {
  // @spec P.61
  test('are at most as many as set, however many invitations at once; the rest is sent in order on the days after', async () => {
    const coach = await newCoach(app)
    const emails = Array.from({ length: 12 }, () => newEmail('invited'))
    const answers = await Promise.all(emails.map((email) => invite(coach, email)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await mailsToday(coach)).toEqual({ limit: LIMIT, sent: LIMIT, waiting: 12 - LIMIT })
    expect(await mailed(emails)).toBe(LIMIT)
    // The coach's own midnight, not that of the machine.
    app.clock.set(instant('2027-02-03T05:59:59.999Z'))
    expect(await mailed(emails)).toBe(LIMIT)
    app.clock.set(instant('2027-02-03T06:00:01.000Z'))
    expect(await mailed(emails)).toBe(2 * LIMIT)
    await goTo(app, '2027-02-04T06:00:01.000Z', coach)
    expect(await mailed(emails)).toBe(12)
    expect(await mailsToday(coach)).toEqual({ limit: LIMIT, sent: 2, waiting: 0 })
  })

  test('leave room for codes and security mails, which are never held', async () => {
    const coach = await newCoach(app)
    await Promise.all(Array.from({ length: LIMIT + 1 }, () => invite(coach, newEmail('invited'))))
    await app.call('POST /v1/auth/recovery', { body: { email: coach.email } })
    await app.settle()
    expect((await app.mails(coach.email))[0]!.subject).toBe('Crea una contraseña nueva')
  })

  test('count sessions as well as invitations, and nothing that a client does', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const before = (await mailsToday(coach)).sent
    const session = await made(book(app, coach, client))
    await app.settle()
    expect((await mailsToday(coach)).sent).toBe(before + 1)
    await made(lifeOf(app).cancel(client, session.id))
    await app.settle()
    expect((await mailsToday(coach)).sent).toBe(before + 1)
  })

  test('wait for the next day alone when the limit was higher before', async () => {
    const coach = await newCoach(app)
    await invite(coach, newEmail('invited'))
    await app.deps.db
      .updateTable('mail_days')
      .set({ taken: 4 * LIMIT })
      .where('coach_id', '=', coach.userId)
      .execute()
    expect(await mailsToday(coach)).toEqual({ limit: LIMIT, sent: LIMIT, waiting: 0 })
    await invite(coach, newEmail('invited'))
    expect(await mailsToday(coach)).toEqual({ limit: LIMIT, sent: LIMIT, waiting: 1 })
  })

  test('that waited open an invitation for its whole 14 days', async () => {
    const slow = await makeApp({ env: { MAILS_PER_COACH_PER_DAY: '1' } })
    try {
      const coach = await newCoach(slow)
      const emails = Array.from({ length: 16 }, () => newEmail('invited'))
      for (const email of emails) await invite(coach, email, slow)
      const last = emails.at(-1)!
      slow.clock.set(addMinutes(fromIso(TEST_NOW), (16 * DAY_MS) / MINUTE_MS))
      await slow.settle()
      const [mail] = await slow.mails(last)
      const [, clientId, token] = /invitation\/([\w-]+)\?t=([\w-]+)/.exec(mail!.text)!
      const opened = await slow.send({ method: 'GET', url: `/v1/invitation/${clientId}?t=${token}` })
      expect(opened.status).toBe(200)
    } finally {
      await slow.close()
    }
  })
})

// @spec P.61
describe('inviting one address', () => {
  test('is limited by the address, whichever record has it and however often it is edited', async () => {
    const coach = await newCoach(app)
    const [stranger, other] = [newEmail('stranger'), newEmail('other')]
    const { id } = (await invite(coach, stranger)).body
    await app.settle()
    const readdress = (email: string) =>
      app.call('PUT /v1/client/:clientId', { params: { clientId: id }, body: { email } }, coach.token)
    const resend = () =>
      app.call('POST /v1/client/:clientId/resendinvitation', { params: { clientId: id } }, coach.token)
    const answers: number[] = []
    for (let round = 0; round < 6; round += 1) {
      await readdress(round % 2 === 0 ? other : stranger)
      answers.push((await resend()).status)
      await app.settle()
    }
    expect(answers).toEqual([200, 200, 200, 429, 429, 429])
    await readdress(other)
    expect((await invite(coach, stranger)).refusal.code).toBe('client.resend_too_soon')
    await app.settle()
    expect(await app.mails(stranger)).toHaveLength(2)
  })

  test('goes to the address it was made for, not to one written since', async () => {
    const coach = await newCoach(app)
    const [first, next] = [newEmail('first'), newEmail('next')]
    const { id } = (await invite(coach, first)).body
    const params = { clientId: id }
    await app.call('PUT /v1/client/:clientId', { params, body: { email: next } }, coach.token)
    await app.call('POST /v1/client/:clientId/resendinvitation', { params }, coach.token)
    await app.settle()
    expect(await app.mails(first)).toHaveLength(0)
    expect(await app.mails(next)).toHaveLength(1)
  })
})

describe('a session that is moved again and again', () => {
  const life = () => lifeOf(app)
  async function booked(): Promise<{ coach: TestCoach; client: TestClient; id: never }> {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const { id } = await made(book(app, coach, client))
    await app.settle()
    return { coach, client, id: id as never }
  }
  const startOf = (number: number) => toIso(addMinutes(fromIso(OFFERED), number * 5))
  const moves = async ({ coach, id }: { coach: TestCoach; id: never }, count: number) => {
    for (let number = 1; number <= count; number += 1) {
      await made(life().reschedule(coach, id, startOf(number), { outsideHours: true }))
    }
  }
  const told = async ({ client }: { client: TestClient }) =>
    (await app.mails(client.email)).filter(({ subject }) => subject.includes('cambió de horario'))

  // @spec P.62
  test('is mailed once, in its latest state; shown in the product at once', async () => {
    const session = await booked()
    await moves(session, 6)
    await app.settle()
    expect(await told(session)).toEqual([])
    const { userId, token } = session.client
    const { body } = await app.call('GET /v1/notification/all/:userId', { params: { userId } }, token)
    expect(body.data.filter(({ type }) => type === 'SESSION_RESCHEDULED')).toHaveLength(6)
    app.clock.advance(2 * MINUTE_MS)
    await app.settle()
    const mails = await told(session)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain('Cuándo: jueves 4 de febrero, 9:30–10:30\u00a0h')
    expect(mails[0]!.text).toContain('Antes: jueves 4 de febrero, 9:00–10:00\u00a0h')
    expect(calendarFile(mails[0]!)).toMatchObject({
      method: 'REQUEST',
      entries: [{ sequence: 6, startsAt: startOf(6) }],
    })
  })

  test('is mailed after ten minutes at the latest', async () => {
    const session = await booked()
    for (let minute = 0; minute <= 10; minute += 1) {
      await made(life().reschedule(session.coach, session.id, startOf(minute + 1), { outsideHours: true }))
      await app.settle()
      app.clock.advance(MINUTE_MS)
    }
    await app.settle()
    expect(await told(session)).toHaveLength(1)
  })

  test('and cancelled then is mailed as cancelled', async () => {
    const session = await booked()
    await moves(session, 2)
    await made(life().cancel(session.coach, session.id))
    app.clock.advance(3 * MINUTE_MS)
    await app.settle()
    expect(await told(session)).toEqual([])
    const [mail] = await app.mails(session.client.email)
    expect(mail!.subject).toContain('canceló')
    expect(calendarFile(mail!)).toMatchObject({ method: 'CANCEL', entries: [{ sequence: 3 }] })
  })

  test('back to where it was needs no mail', async () => {
    const session = await booked()
    await moves(session, 1)
    await made(life().reschedule(session.coach, session.id, OFFERED, { outsideHours: true }))
    app.clock.advance(3 * MINUTE_MS)
    await app.settle()
    expect(await told(session)).toEqual([])
  })

  test('is mailed with the time its client was told of, whatever the coach moved silently before', async () => {
    const session = await booked()
    const moveSilentlyFirst = async () => {
      app.clock.advance(MINUTE_MS)
      const silently = { outsideHours: true, notify: false }
      await made(life().reschedule(session.coach, session.id, startOf(6), silently))
      app.clock.advance(MINUTE_MS)
      await moves(session, 1)
      app.clock.advance(3 * MINUTE_MS)
      await app.settle()
    }
    await moveSilentlyFirst()
    const [mail] = await told(session)
    expect(mail!.text).toContain('Cuándo: jueves 4 de febrero, 9:05–10:05\u00a0h')
    expect(mail!.text).toContain('Antes: jueves 4 de febrero, 9:00–10:00\u00a0h')

    await moveSilentlyFirst()
    expect(await told(session)).toHaveLength(1)
  })
})

describe('what a client causes', () => {
  test('is thirty session requests an hour, however many they withdraw', async () => {
    const coach = await newCoach(app)
    const [client, neighbour] = [await newClient(app, coach), await newClient(app, coach)]
    const asked = () => ask(app, client)
    for (let time = 0; time < 30; time += 1) await made(lifeOf(app).cancel(client, (await made(asked())).id))
    expect((await asked()).refusal.code).toBe('request.too_many')
    await made(ask(app, neighbour))
    await made(book(app, coach, client, '2027-02-05T15:00:00.000Z'))
    app.clock.advance(HOUR_MS)
    await made(ask(app, client, '2027-02-05T17:00:00.000Z'))
  })

  test('is twenty move requests an hour, however many they withdraw; it can still be cancelled', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    // Tomorrow, so that a move has to be asked for.
    const { id: sessionId } = await made(book(app, coach, client, '2027-02-03T20:00:00.000Z'))
    const life = lifeOf(app)
    const wish = () => life.reschedule(client, sessionId, '2027-02-05T15:00:00.000Z')
    const takeBack = () =>
      app.call('DELETE /v1/session/:sessionId/move', { params: { sessionId } }, client.token)
    for (let time = 0; time < 20; time += 1) {
      await made(wish())
      await made(takeBack())
    }
    expect((await wish()).refusal.code).toBe('request.too_many')
    await made(life.cancel(client, sessionId))
  })
})
