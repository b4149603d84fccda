import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SessionId, UserId } from '#contract/values.ts'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { newId } from '#test/support/rows.ts'
import { OFFERED, book, goTo, lifeOf, made, offered, setCalendar } from '#test/support/sessions.ts'

let app: TestApp
let life: ReturnType<typeof lifeOf>
beforeAll(async () => {
  app = await makeApp()
  life = lifeOf(app)
})
afterAll(() => app.finish())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const DAY = OFFERED.slice(0, 10)
const later = (minutes: number) => toIso(addMinutes(fromIso(OFFERED), minutes))

const days = (token: string, coachId: UserId, moving: SessionId, duration = 60) =>
  app.call(
    'GET /v1/coach/availability/days/:coachId',
    { params: { coachId }, query: { from: DAY, to: DAY, duration, moving } },
    token,
  )

async function booked() {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  const { id } = await made(book(app, coach, client, OFFERED))
  const startsFor = async ({ token }: { token: string }, duration?: number) => {
    const { body } = await days(token, coach.userId, id, duration)
    return body.days.flatMap(({ starts }) => starts)
  }
  return { coach, client, id, startsFor }
}

// @spec P.8
describe('the times a session can be moved to', () => {
  test('are not taken by the session itself: one that overlaps its present time is offered and accepted', async () => {
    const { coach, client, id, startsFor } = await booked()
    expect(await offered(app, coach, client, DAY)).not.toContain(later(30))
    for (const viewer of [client, coach]) {
      const starts = await startsFor(viewer)
      expect(starts).toContain(later(30))
      expect(starts).not.toContain(OFFERED)
    }
    await made(life.reschedule(client, id, later(30)))
    expect(await startsFor(client)).toContain(OFFERED)
  })

  test('nor by the time that was asked for it', async () => {
    const { coach, client, id, startsFor } = await booked()
    await goTo(app, '2027-02-02T16:00:00.000Z', coach, client)
    const { moveRequest } = await made(life.reschedule(client, id, later(60)))
    expect(moveRequest).toMatchObject({ startsAt: later(60) })
    expect(await offered(app, coach, client, DAY)).not.toContain(later(60))
    expect(await startsFor(client)).toEqual(expect.arrayContaining([later(60), later(90)]))
  })

  test('keep the session’s length, even if that is not offered any more', async () => {
    const { coach, client, startsFor } = await booked()
    await setCalendar(app, coach, { durations: [45] })
    expect(await offered(app, coach, client, DAY)).toEqual([])
    expect(await startsFor(client)).toContain(later(30))
    expect(await startsFor(client, 90)).toEqual([])
    // With another length its own start is another time.
    expect(await startsFor(client, 45)).toContain(OFFERED)
  })

  test('are the same by an id in capitals, and so is its move', async () => {
    const { coach, client, id, startsFor } = await booked()
    const capitals = id.toUpperCase() as SessionId
    const { body } = await days(client.token, coach.userId, capitals)
    expect(body.days.flatMap(({ starts }) => starts)).toEqual(await startsFor(client))
    expect(await made(life.reschedule(client, capitals, later(30)))).toMatchObject({
      id,
      startsAt: later(30),
    })
  })

  test('are told of nobody else’s session', async () => {
    const { coach, id } = await booked()
    const sibling = await newClient(app, coach)
    const elsewhere = await newCoach(app)
    for (const [who, practice] of [
      [sibling, coach],
      [elsewhere, elsewhere],
    ] as const) {
      const { status, body } = await days(who.token, practice.userId, id)
      expect([status, body]).toMatchObject([404, { code: 'session.not_found' }])
    }
    const missing = await days(coach.token, coach.userId, newId())
    expect(missing).toMatchObject({ status: 404, body: { code: 'session.not_found' } })
  })
})
