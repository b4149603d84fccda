import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MemorandumDto, NewMemorandumBody } from '#contract/memorandums/memorandums.ts'
import type { ClientId, GroupId, MemorandumId, SessionId } from '#contract/values.ts'
import { type TestApp, instant, makeApp } from '#test/support/app.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { book, made } from '#test/support/sessions.ts'
import { MINUTE_MS } from '#time/clock.ts'
import { MOST_OPEN } from '#server/modules/memorandums/memorandums.domain.ts'
import { uuidv7 } from '#server/platform/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(() => app.startTest())

const NOBODY = '01920000-0000-7000-8000-000000000000'

type Fields = Partial<Omit<NewMemorandumBody, 'date'>> & { date?: string }

const write = ({ token }: { token: string }, fields: Fields = {}) =>
  app.call(
    'POST /v1/memorandum',
    { body: { description: 'Llamar a la empresa', date: '2027-02-04', ...fields } },
    token,
  )
const list = (coach: TestCoach, query: object = {}) =>
  app.call('GET /v1/memorandum/coach/:coachId', { params: { coachId: coach.userId }, query }, coach.token)
const texts = async (coach: TestCoach, query: object = {}) =>
  (await list(coach, query)).body.data.map(({ description }) => description)
const at = (memorandumId: MemorandumId) => ({ params: { memorandumId } })
const get = (coach: TestCoach, id: MemorandumId) =>
  app.call('GET /v1/memorandum/:memorandumId', at(id), coach.token)
const put = (coach: TestCoach, id: MemorandumId, body: object) =>
  app.call('PUT /v1/memorandum/:memorandumId', { ...at(id), body }, coach.token)
const mark = (coach: TestCoach, id: MemorandumId, status: 'done' | 'pending' | 'cancelled') =>
  app.call('PUT /v1/memorandum/:memorandumId/status', { ...at(id), body: { status } }, coach.token)
const postpone = (coach: TestCoach, id: MemorandumId, body: object) =>
  app.call('POST /v1/memorandum/:memorandumId/postpone', { ...at(id), body }, coach.token)
const remove = (coach: TestCoach, id: MemorandumId) =>
  app.call('DELETE /v1/memorandum/:memorandumId', at(id), coach.token)
const restore = (coach: TestCoach, id: MemorandumId) =>
  app.call('POST /v1/memorandum/:memorandumId/restore', at(id), coach.token)

async function newGroup(coach: TestCoach, name = 'Liderazgo') {
  const created = await app.call(
    'POST /v1/group',
    { body: { name, capacity: 4, publish: true } },
    coach.token,
  )
  return created.body.id
}

// @spec P.83
describe('a new one', () => {
  test('is at 8:00 of the coach unless another time is chosen', async () => {
    const coach = await newCoach(app)
    const written = await write(coach)
    expect(written.status).toBe(201)
    expect(written.body).toMatchObject({
      description: 'Llamar a la empresa',
      date: '2027-02-04',
      time: '08:00',
      timezone: 'America/Mexico_City',
      dueAt: '2027-02-04T14:00:00.000Z',
      priority: 'normal',
      recurrence: 'none',
      status: 'pending',
      group: 'week',
      clientId: null,
      groupId: null,
      sessionId: null,
      allowedActions: ['edit', 'done', 'postpone', 'cancel', 'delete'],
      postponeTo: [{ to: 'nextMonday', date: '2027-02-08' }],
    })
    const chosen = { time: '17:45', priority: 'high', recurrence: 'monthly' } as const
    expect((await write(coach, chosen)).body).toMatchObject({ ...chosen, dueAt: '2027-02-04T23:45:00.000Z' })
  })

  test('sent again by many at once is written once, and another one with it', async () => {
    const coach = await newCoach(app)
    const answers = await Promise.all(Array.from({ length: 6 }, () => write(coach)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    await write(coach, { time: '09:00' })
    expect((await list(coach)).body.total).toBe(2)
    // Once it is done, or ten minutes later, it is meant again.
    await mark(coach, answers[0]!.body.id, 'done')
    const again = (await write(coach)).body.id
    app.clock.advance(11 * MINUTE_MS)
    expect((await write(coach)).body.id).not.toBe(again)
    expect((await list(coach)).body.total).toBe(4)
  })

  test('is about one client, group or session, by name', async () => {
    const coach = await newCoach(app)
    const { clientId, ...client } = await newClient(app, coach)
    const groupId = await newGroup(coach)
    const { id: sessionId } = await made(book(app, coach, { clientId, ...client }, '2027-02-03T16:00:00Z'))
    expect((await write(coach, { clientId })).body).toMatchObject({ clientId, client: { id: clientId } })
    expect((await write(coach, { groupId })).body).toMatchObject({
      groupId,
      aboutGroup: { name: 'Liderazgo' },
    })
    const ofSession = (await write(coach, { sessionId })).body
    expect(ofSession.session).toMatchObject({ id: sessionId, startsAt: '2027-02-03T16:00:00.000Z' })
    expect(ofSession.session!.title).toMatch(/^Sesión 1 con /)
    const ofClient = await app.call(
      'GET /v1/memorandum/Client/:clientId',
      { params: { clientId }, query: {} },
      coach.token,
    )
    // That of the session with them too.
    expect(ofClient.body).toMatchObject({ total: 2, counts: { week: 2, done: 0 } })
    const ofGroup = await app.call(
      'GET /v1/memorandum/Group/:groupId',
      { params: { groupId }, query: {} },
      coach.token,
    )
    expect(ofGroup.body.data.map((each) => each.groupId)).toEqual([groupId])
    // The client reads none of it: the calls are the coach's.
    const asClient = await app.call(
      'GET /v1/memorandum/Client/:clientId',
      { params: { clientId }, query: {} },
      client.token,
    )
    expect([asClient.status, asClient.refusal.code]).toEqual([403, 'auth.forbidden'])
  })

  test.each<[string, Fields, string, string]>([
    ['a day that has passed', { date: '2027-02-01' }, 'date', 'Elige hoy o un día que esté por venir.'],
    ['a day that does not exist', { date: '2027-02-30' }, 'date', ''],
    ['too few words', { description: ' a ' }, 'description', ''],
    [
      'a text of nothing visible',
      { description: '\u200b\u200b\u200b\u200b' },
      'description',
      'Campo requerido',
    ],
    ['too many words', { description: 'x'.repeat(1001) }, 'description', ''],
    ['a NUL', { description: 'abc\u0000' }, 'description', ''],
    ['a time that does not exist', { time: '25:00' }, 'time', ''],
    ['the end of a day as its time', { time: '24:00' }, 'time', ''],
    [
      'two targets',
      { clientId: NOBODY as ClientId, groupId: NOBODY as GroupId },
      'groupId',
      'Elige solo una persona, un grupo o una sesión.',
    ],
  ])('refuses %s', async (_, fields, field, text) => {
    const coach = await newCoach(app)
    const { status, refusal } = await write(coach, fields)
    expect([status, refusal.code]).toEqual([422, 'request.invalid'])
    expect(refusal.fields![field]).toMatch(text === '' ? /\p{L}{3}/u : text)
    expect((await list(coach)).body.total).toBe(0)
  })

  test('refuses what is not the coach’s own, as if it did not exist', async () => {
    const [coach, other] = [await newCoach(app), await newCoach(app)]
    const client = await newClient(app, other)
    const groupId = await newGroup(other)
    const session = await made(book(app, other, client, '2027-02-03T16:00:00Z'))
    for (const [fields, code] of [
      [{ clientId: client.clientId }, 'client.not_found'],
      [{ clientId: NOBODY as ClientId }, 'client.not_found'],
      [{ groupId }, 'group.not_found'],
      [{ groupId: NOBODY as GroupId }, 'group.not_found'],
      [{ sessionId: session.id }, 'session.not_found'],
      [{ sessionId: NOBODY as SessionId }, 'session.not_found'],
    ] as [Fields, string][]) {
      const { status, refusal } = await write(coach, fields)
      expect([status, refusal.code]).toEqual([404, code])
    }
    const lists = [
      await app.call(
        'GET /v1/memorandum/Client/:clientId',
        { params: { clientId: client.clientId }, query: {} },
        coach.token,
      ),
      await app.call('GET /v1/memorandum/Group/:groupId', { params: { groupId }, query: {} }, coach.token),
    ]
    expect(lists.map(({ status }) => status)).toEqual([404, 404])
  })

  test('refuses an archived client and a finished group, which one that is about them keeps', async () => {
    const coach = await newCoach(app)
    const { clientId } = await newClient(app, coach)
    const groupId = await newGroup(coach)
    const kept = (await write(coach, { groupId })).body
    await app.call('POST /v1/client/:clientId/finish', { params: { clientId } }, coach.token)
    expect((await write(coach, { clientId })).status).toBe(201)
    await app.call('POST /v1/client/:clientId/archive', { params: { clientId } }, coach.token)
    await app.call(
      'PUT /v1/group/:groupId/status',
      { params: { groupId }, body: { status: 'finished' } },
      coach.token,
    )
    for (const fields of [{ clientId }, { groupId }]) {
      const { status, refusal } = await write(coach, fields)
      expect([status, refusal.code]).toEqual([409, 'memorandum.target_ended'])
    }
    expect((await put(coach, kept.id, { description: 'Otra cosa', groupId })).status).toBe(200)
    expect((await put(coach, kept.id, { clientId })).refusal.code).toBe('memorandum.target_ended')
  })

  test('keeps hostile text as the text it is', async () => {
    const coach = await newCoach(app)
    const description = "<script>alert(1)</script>\n<img src=x onerror=alert(2)> ${7*7} ' or 1=1 --"
    const written = await write(coach, { description })
    expect(written.body.description).toBe(description)
    expect((await write(coach, { description: 'Ver\u202e etnirp \u2066a\u2069' })).body.description).toBe(
      'Ver etnirp a',
    )
  })

  test('is refused beyond a thousand that are open', async () => {
    const coach = await newCoach(app)
    const first = (await write(coach)).body
    const row = await app.deps.db
      .selectFrom('memorandums')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    const more = Array.from({ length: MOST_OPEN - 1 }, () => ({
      ...(row as object),
      id: uuidv7(instant('2027-02-02T15:00:00.000Z')),
      due_at: first.dueAt,
      created_at: first.createdAt,
      updated_at: first.createdAt,
    }))
    await app.deps.db
      .insertInto('memorandums')
      .values(more as never)
      .execute()
    const another = (time: string) => write(coach, { time })
    expect((await another('09:00')).refusal.code).toBe('memorandum.too_many')
    await mark(coach, first.id, 'done')
    const second = (await another('09:00')).body
    expect((await mark(coach, first.id, 'pending')).refusal.code).toBe('memorandum.too_many')
    await remove(coach, second.id)
    await another('10:00')
    expect((await restore(coach, second.id)).refusal.code).toBe('memorandum.too_many')
  })
})

// @spec P.84
describe('the list', () => {
  test('has five parts, and filters by them, by status, priority, person and words', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach, { name: 'Íñigo' })
    await write(coach, { description: 'de ayer', date: '2027-02-02', time: '20:00' })
    app.clock.set(instant('2027-02-03T15:00:00.000Z'))
    await write(coach, { description: 'más adelante', date: '2027-02-07', priority: 'high' })
    await write(coach, { description: 'esta semana', date: '2027-02-06', clientId: client.clientId })
    await write(coach, { description: 'hoy tarde', date: '2027-02-03', time: '18:00' })
    await write(coach, { description: 'hoy temprano', date: '2027-02-03' })
    const done = (await write(coach, { description: 'hecho', date: '2027-02-03' })).body
    await mark(coach, done.id, 'done')
    const all = ['de ayer', 'hoy temprano', 'hoy tarde', 'esta semana', 'más adelante', 'hecho']
    expect(await texts(coach)).toEqual(all)
    const page = await list(coach, { items: 2, page: 2 })
    expect(page.body).toMatchObject({
      total: 6,
      page: 2,
      items: 2,
      counts: { overdue: 1, today: 2, week: 1, later: 1, done: 1 },
      data: [{ group: 'today' }, { group: 'week' }],
    })
    expect(await texts(coach, { group: 'overdue' })).toEqual(['de ayer'])
    expect(await texts(coach, { group: 'today' })).toEqual(['hoy temprano', 'hoy tarde'])
    expect(await texts(coach, { group: 'week' })).toEqual(['esta semana'])
    expect(await texts(coach, { group: 'later' })).toEqual(['más adelante'])
    expect(await texts(coach, { group: 'done' })).toEqual(['hecho'])
    expect((await list(coach, { status: 'open' })).body.total).toBe(5)
    expect(await texts(coach, { status: 'done' })).toEqual(['hecho'])
    expect(await texts(coach, { status: 'closed' })).toEqual(['hecho'])
    expect(await texts(coach, { priority: 'high' })).toEqual(['más adelante'])
    expect(await texts(coach, { clientId: client.clientId })).toEqual(['esta semana'])
    expect(await texts(coach, { search: 'MAS adel' })).toEqual(['más adelante'])
    expect(await texts(coach, { search: 'inigo' })).toEqual(['esta semana'])
    expect((await list(coach, { search: '%' })).body.total).toBe(0)
    expect(await texts(coach, { status: 'open', direction: 'desc' })).toEqual(all.slice(0, 5).toReversed())
  })

  test('of another practice does not exist, nor does any of its memorandums', async () => {
    const [coach, other] = [await newCoach(app), await newCoach(app)]
    const { id } = (await write(other)).body
    const foreign = await app.call(
      'GET /v1/memorandum/coach/:coachId',
      { params: { coachId: other.userId }, query: {} },
      coach.token,
    )
    expect([foreign.status, foreign.refusal.code]).toEqual([404, 'coach.not_found'])
    const answers = [
      await get(coach, id),
      await put(coach, id, { description: 'mío' }),
      await mark(coach, id, 'done'),
      await postpone(coach, id, { to: 'nextMonday' }),
      await remove(coach, id),
      await restore(coach, id),
    ]
    for (const { status, refusal } of answers) {
      expect([status, refusal.code]).toEqual([404, 'memorandum.not_found'])
    }
    expect(await texts(coach)).toEqual([])
    expect((await get(other, id)).body.status).toBe('pending')
  })
})

describe('changing one', () => {
  test('keeps what is not given, and begins its rule again with a new day', async () => {
    const coach = await newCoach(app)
    const { clientId } = await newClient(app, coach)
    const { id } = (await write(coach, { clientId, recurrence: 'monthly', date: '2027-02-28' })).body
    const changed = await put(coach, id, { description: 'Otra cosa', date: '2027-03-31' })
    expect(changed.body).toMatchObject({
      description: 'Otra cosa',
      date: '2027-03-31',
      time: '08:00',
      clientId,
    })
    await mark(coach, id, 'done')
    expect((await list(coach, { status: 'open' })).body.data[0]!.date).toBe('2027-04-30')
    const next = (await list(coach, { status: 'open' })).body.data[0]!
    expect((await put(coach, next.id, { clientId: null })).body.client).toBeNull()
  })

  test('one that is overdue keeps its day, and none gets one that has passed', async () => {
    const coach = await newCoach(app)
    const { id } = (await write(coach, { date: '2027-02-02' })).body
    app.clock.set(instant('2027-02-05T15:00:00.000Z'))
    const changed = await put(coach, id, { description: 'Sigue igual', date: '2027-02-02' })
    expect(changed.body).toMatchObject({ description: 'Sigue igual', group: 'overdue' })
    const refused = await put(coach, id, { date: '2027-02-03' })
    expect(refused.refusal.fields).toEqual({ date: 'Elige hoy o un día que esté por venir.' })
  })

  test('a closed one is not changed or postponed', async () => {
    const coach = await newCoach(app)
    const { id } = (await write(coach)).body
    expect((await mark(coach, id, 'cancelled')).body).toMatchObject({
      status: 'cancelled',
      group: 'done',
      allowedActions: ['reopen', 'delete'],
      postponeTo: [],
    })
    for (const refused of [
      await put(coach, id, { description: 'nuevo' }),
      await postpone(coach, id, { to: 'nextMonday' }),
      await mark(coach, id, 'done'),
    ]) {
      expect([refused.status, refused.refusal.code]).toEqual([409, 'memorandum.wrong_state'])
    }
    expect((await mark(coach, id, 'cancelled')).status).toBe(200)
    expect((await mark(coach, id, 'pending')).body.status).toBe('pending')
  })

  test('postponed goes to tomorrow, Monday or a date, later than it is; undone it is back', async () => {
    const coach = await newCoach(app)
    const { id } = (await write(coach, { date: '2027-02-02' })).body
    expect((await postpone(coach, id, { to: 'tomorrow' })).body).toMatchObject({
      status: 'postponed',
      date: '2027-02-03',
      postponedFrom: '2027-02-02',
      dueAt: '2027-02-03T14:00:00.000Z',
    })
    expect((await mark(coach, id, 'pending')).body).toMatchObject({
      status: 'pending',
      date: '2027-02-02',
      postponedFrom: null,
    })
    expect((await postpone(coach, id, { to: 'nextMonday' })).body.date).toBe('2027-02-08')
    expect((await postpone(coach, id, { date: '2027-03-01', time: '12:00' })).body).toMatchObject({
      date: '2027-03-01',
      time: '12:00',
    })
    const later = 'Elige un momento posterior al que tiene.'
    for (const body of [{ to: 'tomorrow' }, { date: '2027-03-01' }, { date: '2027-02-09' }]) {
      expect((await postpone(coach, id, body)).refusal.fields).toEqual({ date: later })
    }
    expect((await postpone(coach, id, { date: '2027-01-01' })).refusal.fields!.date).toMatch('Elige hoy')
    for (const body of [{}, { to: 'tomorrow', date: '2027-03-02' }, { to: 'tomorrow', time: '09:00' }]) {
      expect((await postpone(coach, id, body)).status).toBe(422)
    }
  })

  test('deleted is gone, and back by restoring it', async () => {
    const coach = await newCoach(app)
    const { id } = (await write(coach)).body
    expect((await restore(coach, id)).status).toBe(404)
    expect((await remove(coach, id)).status).toBe(204)
    expect((await get(coach, id)).status).toBe(404)
    expect((await remove(coach, id)).status).toBe(404)
    expect(await texts(coach)).toEqual([])
    expect((await restore(coach, id)).body).toMatchObject({ id, status: 'pending' })
    expect(await texts(coach)).toEqual(['Llamar a la empresa'])
  })
})

// @spec P.84
describe('a repeating one', () => {
  const open = async (coach: TestCoach): Promise<MemorandumDto[]> =>
    (await list(coach, { status: 'open' })).body.data

  test('comes again once when it is done, and goes when that is undone', async () => {
    const coach = await newCoach(app)
    const { id } = (await write(coach, { date: '2027-02-02', time: '07:30', recurrence: 'weekly' })).body
    await Promise.all([mark(coach, id, 'done'), mark(coach, id, 'done')])
    const [next, ...more] = await open(coach)
    expect(more).toEqual([])
    expect(next).toMatchObject({ date: '2027-02-09', time: '07:30', recurrence: 'weekly', status: 'pending' })
    expect((await mark(coach, id, 'pending')).body).toMatchObject({ status: 'pending', date: '2027-02-02' })
    expect((await open(coach)).map((each) => each.id)).toEqual([id])
    expect((await get(coach, next!.id)).status).toBe(404)
    // Done again it comes again.
    await mark(coach, id, 'done')
    expect((await open(coach)).map(({ date }) => date)).toEqual(['2027-02-09'])
  })

  test('is not undone any more once the next one was changed', async () => {
    const coach = await newCoach(app)
    const { id } = (await write(coach, { recurrence: 'daily' })).body
    await mark(coach, id, 'done')
    const [next] = await open(coach)
    await put(coach, next!.id, { description: 'Con más detalle' })
    const refused = await mark(coach, id, 'pending')
    expect([refused.status, refused.refusal.code]).toEqual([409, 'memorandum.next_changed'])
    expect((await get(coach, id)).body.allowedActions).toEqual(['delete'])
  })

  test('cancelled does not come again; postponed, its rule stays where it was', async () => {
    const coach = await newCoach(app)
    const cancelled = (await write(coach, { recurrence: 'yearly' })).body
    await mark(coach, cancelled.id, 'cancelled')
    expect(await open(coach)).toEqual([])
    const { id } = (await write(coach, { date: '2027-02-02', recurrence: 'weekly' })).body
    await postpone(coach, id, { date: '2027-02-04', time: '19:00' })
    await mark(coach, id, 'done')
    expect(await open(coach)).toMatchObject([{ date: '2027-02-09', time: '08:00' }])
  })
})
