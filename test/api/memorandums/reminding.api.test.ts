import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MemorandumId } from '#contract/values.ts'
import { runEffects } from '#server/effects/run.ts'
import { fireTimers } from '#server/effects/timer-commands.ts'
import { DAY_MS, fromIso } from '#time/clock.ts'
import { type TestApp, instant, makeApp } from '#test/support/app.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(() => app.startTest())

async function write({ token }: TestCoach, fields: object = {}): Promise<MemorandumId> {
  const body = { description: 'Preparar la dinámica de cierre', date: '2027-02-03', ...fields }
  const written = await app.call('POST /v1/memorandum', { body }, token)
  expect(written.status).toBe(201)
  return written.body.id
}
const at = (memorandumId: MemorandumId) => ({ params: { memorandumId } })
const mark = (coach: TestCoach, id: MemorandumId, status: 'done' | 'pending' | 'cancelled') =>
  app.call('PUT /v1/memorandum/:memorandumId/status', { ...at(id), body: { status } }, coach.token)

/** What a coach has been notified of, after everything that is due by then. */
async function told({ token, userId }: { token: string; userId: TestCoach['userId'] }, when?: string) {
  if (when !== undefined) app.clock.set(instant(when))
  await app.settle()
  const list = await app.call('GET /v1/notification/all/:userId', { params: { userId }, query: {} }, token)
  return list.body.data.filter(({ type }) => type === 'DAY_MEMORANDUM').map(({ body }) => body.description)
}

const live = (coach: TestCoach, zone: string) =>
  app.call(
    'PUT /v1/user/:userId/preferences',
    { params: { userId: coach.userId }, body: { timezone: zone } },
    coach.token,
  )

const TEXT = 'Preparar la dinámica de cierre'
const BEFORE = '2027-02-03T13:59:59.000Z'
const DUE = '2027-02-03T14:00:00.000Z'

// @spec P.85
describe('DAY_MEMORANDUM (product §15)', () => {
  test('comes to the coach on its day and time, once, and to nobody else', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    await write(coach, { clientId: client.clientId })
    expect(await told(coach, BEFORE)).toEqual([])
    expect(await told(coach, DUE)).toEqual([TEXT])
    expect(await told(coach, '2027-02-08T14:00:00.000Z')).toEqual([TEXT])
    const { body } = await app.call(
      'GET /v1/notification/all/:userId',
      { params: { userId: client.userId }, query: {} },
      client.token,
    )
    expect(JSON.stringify(body)).not.toContain('dinámica')
  })

  test('for a time of today that has passed it comes at once', async () => {
    const coach = await newCoach(app)
    await write(coach, { date: '2027-02-02', time: '07:00' })
    expect(await told(coach)).toEqual([TEXT])
  })

  test.each([
    ['done', (coach: TestCoach, id: MemorandumId) => mark(coach, id, 'done')],
    ['cancelled', (coach: TestCoach, id: MemorandumId) => mark(coach, id, 'cancelled')],
    [
      'deleted',
      (coach: TestCoach, id: MemorandumId) =>
        app.call('DELETE /v1/memorandum/:memorandumId', at(id), coach.token),
    ],
  ])('does not come once it is %s, and comes when that is taken back', async (what, end) => {
    const coach = await newCoach(app)
    const id = await write(coach)
    await end(coach, id)
    expect(await told(coach, BEFORE)).toEqual([])
    if (what === 'deleted') await app.call('POST /v1/memorandum/:memorandumId/restore', at(id), coach.token)
    else await mark(coach, id, 'pending')
    expect(await told(coach, DUE)).toEqual([TEXT])
    await end(coach, id)
    expect(await told(coach, '2027-02-04T14:00:00.000Z')).toEqual([TEXT])
  })

  test('never comes for one that is still closed at its time', async () => {
    const coach = await newCoach(app)
    await mark(coach, await write(coach), 'done')
    expect(await told(coach, '2027-02-05T14:00:00.000Z')).toEqual([])
  })

  test('moves with a postponement and with an edit, and comes for the new time once', async () => {
    const coach = await newCoach(app)
    const id = await write(coach)
    await app.call(
      'POST /v1/memorandum/:memorandumId/postpone',
      { ...at(id), body: { date: '2027-02-05', time: '10:00' } },
      coach.token,
    )
    expect(await told(coach, '2027-02-05T15:59:59.000Z')).toEqual([])
    expect(await told(coach, '2027-02-05T16:00:00.000Z')).toEqual([TEXT])
    await app.call('PUT /v1/memorandum/:memorandumId', { ...at(id), body: { priority: 'high' } }, coach.token)
    expect(await told(coach, '2027-02-05T17:00:00.000Z')).toEqual([TEXT])
    await app.call('PUT /v1/memorandum/:memorandumId', { ...at(id), body: { time: '12:00' } }, coach.token)
    expect(await told(coach, '2027-02-05T18:00:00.000Z')).toEqual([TEXT, TEXT])
  })

  test('of a repeating one comes for each occurrence, at its wall time across the change of offset', async () => {
    app.clock.set(instant('2027-03-26T12:00:00.000Z'))
    const coach = await newCoach(app)
    await live(coach, 'Europe/Madrid')
    const id = await write(coach, { date: '2027-03-27', recurrence: 'daily' })
    expect(await told(coach, '2027-03-27T06:59:59.000Z')).toEqual([])
    expect(await told(coach, '2027-03-27T07:00:00.000Z')).toEqual([TEXT])
    await mark(coach, id, 'done')
    expect(await told(coach, '2027-03-28T05:59:59.000Z')).toEqual([TEXT])
    expect(await told(coach, '2027-03-28T06:00:00.000Z')).toEqual([TEXT, TEXT])
  })

  test('follows its coach into another zone, and does not come twice', async () => {
    const coach = await newCoach(app)
    const id = await write(coach)
    await live(coach, 'Europe/Madrid')
    const moved = await app.call('GET /v1/memorandum/:memorandumId', at(id), coach.token)
    expect(moved.body).toMatchObject({
      date: '2027-02-03',
      time: '08:00',
      timezone: 'Europe/Madrid',
      dueAt: '2027-02-03T07:00:00.000Z',
    })
    expect(await told(coach, '2027-02-03T07:00:00.000Z')).toEqual([TEXT])
    // West again, its 8:00 is still to come: it has had its notification.
    await live(coach, 'America/Mexico_City')
    expect(await told(coach, '2027-02-03T14:00:00.000Z')).toEqual([TEXT])
  })

  test('comes into another zone also when it was closed while its coach moved', async () => {
    const coach = await newCoach(app)
    const [closed, deleted] = [await write(coach), await write(coach, { description: 'Otra cosa' })]
    await mark(coach, closed, 'done')
    await app.call('DELETE /v1/memorandum/:memorandumId', at(deleted), coach.token)
    await live(coach, 'Europe/Madrid')
    const reopened = await mark(coach, closed, 'pending')
    const restored = await app.call('POST /v1/memorandum/:memorandumId/restore', at(deleted), coach.token)
    for (const { body } of [reopened, restored]) {
      expect(body).toMatchObject({ timezone: 'Europe/Madrid', dueAt: '2027-02-03T07:00:00.000Z' })
    }
  })

  test('survives a crash between its timer and its effects, and a job that runs twice', async () => {
    const coach = await newCoach(app)
    await write(coach)
    app.clock.set(instant(DUE))
    await fireTimers(app.deps)
    const due = await app.deps.db
      .selectFrom('domain_events')
      .select('id')
      .where('coach_id', '=', coach.userId)
      .where('type', '=', 'memorandum.due')
      .execute()
    expect(due).toHaveLength(1)
    for (const { id } of [...due, ...due]) await runEffects(app.deps, { v: 1, eventId: id })
    expect(await told(coach)).toEqual([TEXT])
  })

  test('is not sent by a worker that comes after it was done', async () => {
    const coach = await newCoach(app)
    const id = await write(coach)
    app.clock.set(instant(DUE))
    await fireTimers(app.deps)
    await mark(coach, id, 'done')
    expect(await told(coach)).toEqual([])
  })

  test('waits for a change that is going on, and then follows it', async () => {
    const coach = await newCoach(app)
    const id = await write(coach)
    app.clock.set(instant(DUE))
    await app.deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('memorandums').where('id', '=', id).select('id').forUpdate().execute()
      await fireTimers(app.deps)
    })
    expect(await told(coach)).toEqual([TEXT])
  })
})

test('deleted ones are forgotten after 60 days', async () => {
  const coach = await newCoach(app)
  const id = await write(coach)
  await app.call('DELETE /v1/memorandum/:memorandumId', at(id), coach.token)
  await app.deps.db
    .insertInto('timers')
    .values({
      key: 'maintenance.purge',
      due_at: DUE,
      command: JSON.stringify({ v: 1, type: 'maintenance.purge' }),
      tries: 0,
    } as never)
    .execute()
  const stored = () =>
    app.deps.db.selectFrom('memorandums').where('id', '=', id).select('id').executeTakeFirst()
  await told(coach, DUE)
  expect(await stored()).toBeDefined()
  app.clock.set((fromIso(DUE) + 61 * DAY_MS) as never)
  await fireTimers(app.deps)
  expect(await stored()).toBeUndefined()
})
