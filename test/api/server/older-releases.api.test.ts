import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ImportPreview } from '#contract/client-files.ts'
import type { SessionId } from '#contract/values.ts'
import { HOUR_MS, addMinutes, fromIso, toIso } from '#time/clock.ts'
import { EFFECTS_QUEUE, MAILS_QUEUE } from '#server/events/queues.ts'
import { isMarked } from '#server/effects/once.ts'
import { fireTimers } from '#server/effects/timer-commands.ts'
import { countStuckTimers } from '#server/events/due-timers.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { formOf } from '#test/support/forms.ts'
import { type TestClient, type TestCoach, newClient, newCoach, newEmail } from '#test/support/people.ts'
import { OFFERED, book, made } from '#test/support/sessions.ts'

// Rows as releases before this one wrote them, put where this one finds them after an upgrade.

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(instant(TEST_NOW))
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

/** A session whose booking has not told anybody yet; answers it and the event that waits. */
async function untold(version = 0) {
  const session = await made(book(app, coach, client))
  const { id } = await app.deps.db
    .updateTable('domain_events')
    .set({ version })
    .where('subject_id', '=', session.id)
    .where('type', '=', 'session.booked')
    .returning('id')
    .executeTakeFirstOrThrow()
  // What this release queued of it goes; the rows below take its place.
  await sql`delete from pgboss.job where data->>'eventId' = ${id}`.execute(app.deps.db)
  return { sessionId: session.id, eventId: id }
}

const enqueue = (queue: string, data: object) =>
  app.deps.db.transaction().execute((tx) => app.deps.jobs.enqueue(tx, queue, data))
const mark = (key: string) =>
  app.deps.db
    .insertInto('effects_done')
    .values({ key, done_at: toTimestamp(app.clock.now()) })
    .execute()
const bookings = async () => {
  await app.settle()
  return (await app.mails(client.email)).filter(({ calendar }) => calendar !== undefined)
}
const notices = async () =>
  app.deps.db
    .selectFrom('notifications')
    .select('type')
    .where('user_id', '=', client.userId)
    .where('type', '=', 'NEW_SESSION_FROM_COACH')
    .execute()

describe('a job of an older release', () => {
  test('of an event tells everybody, once', async () => {
    const { eventId } = await untold()
    await enqueue(EFFECTS_QUEUE, { eventId })
    expect(await bookings()).toHaveLength(1)
    expect(await notices()).toHaveLength(1)
  })

  test('that was interrupted does only what is missing', async () => {
    const { eventId } = await untold()
    // The notification went out, its mail did not.
    await mark(`${eventId}:0`)
    await enqueue(EFFECTS_QUEUE, { eventId })
    expect(await bookings()).toHaveLength(1)
    expect(await notices()).toEqual([])
  })

  test('that had queued its mail does not queue another', async () => {
    const { eventId } = await untold()
    await mark(`${eventId}:0`)
    await mark(`${eventId}:1`)
    await enqueue(MAILS_QUEUE, { eventId, effect: 1 })
    await enqueue(EFFECTS_QUEUE, { eventId })
    const sent = await bookings()
    expect(sent).toHaveLength(1)
    // What a mail looks like is decided when it is written: it has the practice's look of today.
    expect(sent[0]!.text).toContain('\n\nAna López\n\nNorte · ')
  })

  test('of an event that names no effects uses the plan', async () => {
    const { eventId } = await untold(1)
    await enqueue(EFFECTS_QUEUE, { v: 1, eventId })
    expect(await bookings()).toHaveLength(1)
    expect(await notices()).toHaveLength(1)
  })

  test('of an event whose plan has changed since does what it was meant to do', async () => {
    const { eventId } = await untold(1)
    const effects = [{ kind: 'mail', to: 'client', template: 'sessionConfirmed' }]
    await enqueue(EFFECTS_QUEUE, { v: 1, eventId, effects })
    expect(await bookings()).toHaveLength(1)
    expect(await isMarked(app.deps, `${eventId}:mail:client:sessionConfirmed:sent`)).toBe(true)
    expect(await notices()).toEqual([])
  })

  test('of an event is run again without doubling, whatever the order of its effects is now', async () => {
    const { eventId } = await untold(1)
    const effects = [
      { kind: 'notify', to: 'client', type: 'NEW_SESSION_FROM_COACH' },
      { kind: 'mail', to: 'client', template: 'sessionBooked' },
    ]
    await enqueue(EFFECTS_QUEUE, { v: 1, eventId, effects })
    expect(await bookings()).toHaveLength(1)
    await enqueue(EFFECTS_QUEUE, { v: 1, eventId, effects: effects.toReversed() })
    await enqueue(EFFECTS_QUEUE, { v: 1, eventId })
    await enqueue(MAILS_QUEUE, { v: 1, eventId, to: 'client', template: 'sessionBooked' })
    expect(await bookings()).toHaveLength(1)
    expect(await notices()).toHaveLength(1)
  })

  test('of a mail that waited goes out as it was named, whatever the plan says of its event by now', async () => {
    const { eventId } = await untold(1)
    await enqueue(MAILS_QUEUE, { v: 1, eventId, to: 'client', template: 'sessionMoved' })
    expect(await bookings()).toHaveLength(1)
    expect(await isMarked(app.deps, `${eventId}:mail:client:sessionMoved:sent`)).toBe(true)
  })

  test('of a mail that is a push today is mailed as it was meant', async () => {
    const { id } = await made(book(app, coach, client))
    await app.settle()
    app.clock.set(instant(toIso(addMinutes(fromIso(OFFERED), -180))))
    await fireTimers(app.deps)
    const { id: eventId } = await app.deps.db
      .updateTable('domain_events')
      .set({ version: 0 })
      .where('subject_id', '=', id)
      .where(sql`payload->>'kind'`, '=', 'h3')
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`delete from pgboss.job where data->>'eventId' = ${eventId}`.execute(app.deps.db)
    await mark(`${eventId}:0`)
    await enqueue(MAILS_QUEUE, { eventId, effect: 0 })
    await enqueue(EFFECTS_QUEUE, { eventId })
    await app.settle()
    expect(await isMarked(app.deps, `${eventId}:0:sent`)).toBe(true)
    const soon = (await app.mails(client.email)).filter(({ subject }) => /es en unas horas/.test(subject))
    expect(soon).toHaveLength(1)
  })

  test('of a mail that was sent sends nothing more', async () => {
    const { eventId } = await untold()
    await mark(`${eventId}:1:sent`)
    await enqueue(MAILS_QUEUE, { eventId, effect: 1 })
    expect(await bookings()).toEqual([])
  })
})

describe('a timer of an older release', () => {
  const put = (key: string, command: object, dueAt: string) =>
    app.deps.db
      .insertInto('timers')
      .values({ key, command: JSON.stringify(command), due_at: toTimestamp(fromIso(dueAt)), tries: 0 })
      .execute()
  const reminded = async (id: SessionId) => {
    await app.settle()
    return app.deps.db
      .selectFrom('domain_events')
      .select('type')
      .where('subject_id', '=', id)
      .where('type', '=', 'session.starting')
      .execute()
  }

  test('without a kind reminds ten minutes ahead', async () => {
    const { id } = await made(book(app, coach, client))
    await app.deps.db.deleteFrom('timers').where('key', 'like', `%${id}`).execute()
    const dueAt = toIso(addMinutes(fromIso(OFFERED), -10))
    await put(`session.remind:${id}`, { type: 'session.remind', sessionId: id, startsAt: OFFERED }, dueAt)
    app.clock.set(instant(dueAt))
    expect(await reminded(id)).toHaveLength(1)
    expect(await reminded(id)).toHaveLength(1)
  })

  test('that removes old rows does so, and goes on under its new name', async () => {
    const purges = () =>
      app.deps.db.selectFrom('timers').select(['key', 'command']).where('key', 'like', '%.purge').execute()
    await put('house.purge', { type: 'house.purge' }, TEST_NOW)
    await mark('long ago')
    app.clock.set(instant('2027-06-01T15:00:00.000Z'))
    await app.settle()
    expect(await isMarked(app.deps, 'long ago')).toBe(false)
    expect(await purges()).toEqual([
      { key: 'maintenance.purge', command: { v: 1, type: 'maintenance.purge' } },
    ])
    await app.deps.db.deleteFrom('timers').where('key', '=', 'maintenance.purge').execute()
  })

  test('of a newer release stays where it is, is written down, and holds up nobody', async () => {
    const log = vi.spyOn(app.deps.log, 'error').mockImplementation(() => undefined)
    await put('of the future', { v: 7, type: 'session.applaud' }, TEST_NOW)
    const { id } = await made(book(app, coach, client))
    app.clock.set(instant(toIso(addMinutes(fromIso(OFFERED), -10))))
    expect(await reminded(id)).toHaveLength(1)
    const row = await app.deps.db
      .selectFrom('timers')
      .select(['command', 'tries'])
      .where('key', '=', 'of the future')
      .executeTakeFirst()
    expect(row).toMatchObject({ command: { v: 7, type: 'session.applaud' } })
    expect(row!.tries).toBeGreaterThan(0)
    const seen = await countStuckTimers(app.deps)
    for (let attempt = 0; attempt < 6; attempt += 1) {
      app.clock.advance(HOUR_MS)
      await app.settle()
    }
    expect(await countStuckTimers(app.deps)).toBe(seen + 1)
    expect(log.mock.calls.map(([what]) => what)).toContainEqual(
      expect.objectContaining({ timer: 'of the future' }),
    )
    await app.deps.db.deleteFrom('timers').where('key', '=', 'of the future').execute()
  })
})

describe('people of a file', () => {
  /** Confirms an import that another release stored with this version. */
  async function confirmed(version: number) {
    const bytes = Buffer.from(`Nombre,Apellidos,Correo\nLuz,Vega,${newEmail('importada')}`)
    const file = formOf({ field: 'file', file: 'clientes.csv', type: 'text/csv', bytes })
    const read = await app.send({ method: 'POST', url: '/v1/client/import', token: coach.token, ...file })
    const { importId } = read.body as ImportPreview
    await app.deps.db.updateTable('client_imports').set({ version }).where('id', '=', importId).execute()
    return app.call('PUT /v1/client/import', { body: { importId } }, coach.token)
  }

  test('that an older release read become clients', async () => {
    expect((await confirmed(0)).body).toEqual({ created: 1 })
  })

  test('that a newer release read are refused, so that the file is read again', async () => {
    const { status, refusal } = await confirmed(7)
    expect([status, refusal.code]).toEqual([404, 'import.not_found'])
  })
})
