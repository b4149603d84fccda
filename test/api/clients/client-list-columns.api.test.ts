import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { NewAction } from '#contract/actions/actions.ts'
import type { ClientDto } from '#contract/clients.ts'
import type { SessionId } from '#contract/values.ts'
import { DAY_MS, HOUR_MS, type EpochMs, epochMs, toIso } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newGroup, newMember, transition } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { book, close, goTo, hours, lifeOf, made } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
beforeAll(async () => {
  app = await makeApp()
  await app.startTest()
  coach = await newCoach(app)
})
afterAll(() => app.close())

/** What the list shows of a client that follows from their sessions and actions. */
type Facts = { next: EpochMs | null; last: EpochMs | null; open: number }

/** The same of one client, recomputed row by row from the plain tables. */
async function recomputed(clientId: string): Promise<Facts> {
  const { rows: own } = await sql<{ status: string; starts: EpochMs; ends: EpochMs }>`
    select status, starts_at as starts, ends_at as ends from sessions where client_id = ${clientId}::uuid`.execute(
    app.deps.db,
  )
  const { rows: ofGroups } = await sql<{
    status: string
    starts: EpochMs
    ends: EpochMs
    member: string
    state: string | null
  }>`
    select s.status, s.starts_at as starts, s.ends_at as ends, m.status as member, a.state from sessions s
    join group_members m on m.group_id = s.group_id and m.client_id = ${clientId}::uuid
    left join session_attendances a on a.session_id = s.id and a.client_id = m.client_id`.execute(app.deps.db)
  const { rows: actions } = await sql<{
    status: string
  }>`select status from actions where client_id = ${clientId}::uuid`.execute(app.deps.db)
  const now = app.clock.now()
  const ahead = [
    ...own.filter(({ status, ends }) => status === 'confirmed' && ends > now),
    ...ofGroups.filter(
      ({ status, ends, member, state }) =>
        status === 'confirmed' && ends > now && member === 'active' && state !== 'excused',
    ),
  ]
  const held = [
    ...own.filter(({ status }) => status === 'completed'),
    ...ofGroups.filter(
      ({ status, state }) => status === 'completed' && (state === 'present' || state === 'late'),
    ),
  ]
  const pick = (of: typeof own, how: (...values: number[]) => number) =>
    of.length === 0 ? null : epochMs(how(...of.map(({ starts }) => starts)))
  return {
    next: pick(ahead, Math.min),
    last: pick(held, Math.max),
    open: actions.filter(({ status }) => status === 'pending' || status === 'inProgress').length,
  }
}

async function list(query = ''): Promise<ClientDto[]> {
  const { body } = await app.send({
    method: 'GET',
    url: `/v1/client/all/coach/${coach.userId}?items=100&${query}`,
    token: coach.token,
  })
  return (body as { data: ClientDto[] }).data
}

/** The list, its orders, its filter and each client's detail all say what the tables do. */
async function agree(what: string): Promise<void> {
  const rows = await list()
  expect(rows.length).toBeGreaterThan(0)
  const truth = new Map<string, Facts>()
  for (const { id } of rows) truth.set(id, await recomputed(id))
  for (const row of rows) {
    const { next, last, open } = truth.get(row.id)!
    expect({ what, next: row.nextSessionAt, last: row.lastSessionAt, open: row.openActions }).toEqual({
      what,
      next: next && toIso(next),
      last: last && toIso(last),
      open,
    })
    const one = await app.call('GET /v1/client/:clientId', { params: { clientId: row.id } }, coach.token)
    expect(one.body).toMatchObject({
      nextSessionAt: row.nextSessionAt,
      lastSessionAt: row.lastSessionAt,
      openActions: row.openActions,
      rhythm: row.rhythm,
      attention: row.attention,
    })
  }
  const inNeed = (await list('attention=true')).map(({ id }) => id).toSorted()
  expect({ what, inNeed }).toEqual({
    what,
    inNeed: rows
      .filter(({ attention }) => attention.length > 0)
      .map(({ id }) => id)
      .toSorted(),
  })
  const orders: [string, (row: ClientDto) => string | number | null][] = [
    ['nextSession', (row) => row.nextSessionAt],
    ['lastSession', (row) => row.lastSessionAt],
    ['openActions', (row) => row.openActions],
    ['rhythm', (row) => row.rhythm?.days ?? null],
  ]
  for (const [sort, of] of orders) {
    const values = (await list(`sort=${sort}`)).map(of).filter((value) => value !== null)
    expect({ what, sort, values }).toEqual({
      what,
      sort,
      values: values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    })
  }
}

test('the columns of the list are what its tables say, after every way of changing them', async () => {
  const life = lifeOf(app)
  const [ana, luz] = [
    await newClient(app, coach, { name: 'Ana' }),
    await newClient(app, coach, { name: 'Luz' }),
  ]
  const group = await newGroup(app, coach)
  const member = await newMember(app, coach, group)
  const people: (TestCoach | TestClient)[] = [coach, ana, luz, member]
  const step = async (what: string, run: () => Promise<{ status: number; body?: unknown }>) => {
    const { status, body } = await run()
    expect({ what, status, body: status < 300 ? undefined : body }).toEqual({ what, status, body: undefined })
    await agree(what)
  }
  const first = await made(book(app, coach, ana, '2027-02-03T15:00:00.000Z'))
  const second = await made(book(app, coach, luz, '2027-02-03T17:00:00.000Z'))
  await agree('booked')
  await step('booked as a series', () =>
    book(app, coach, luz, '2027-02-08T17:00:00.000Z', {
      recurrence: { frequency: 'weekly', interval: 1, weekdays: [], count: 3 },
    }),
  )
  await step('moved', () =>
    life.reschedule(coach, first.id, '2027-02-04T20:00:00.000Z', { outsideHours: true }),
  )
  await step('booked in the past', () => book(app, coach, luz, '2027-01-04T17:00:00.000Z'))
  const ofGroup: { id: SessionId }[] = []
  for (const start of ['2027-02-03T19:00:00.000Z', '2027-02-10T19:00:00.000Z', '2027-02-12T19:00:00.000Z']) {
    const body = { type: 'Group' as const, groupId: group.id, ...hours(start), outsideHours: true }
    const booked = app.call('POST /v1/session', { body }, coach.token)
    await step('booked for a group', () => booked)
    ofGroup.push((await booked).body)
  }
  await step('excused', () => life.excuse(member, ofGroup[0]!.id))
  await step('comes after all', () => life.withdrawExcuse(member, ofGroup[0]!.id))
  await goTo(app, '2027-02-05T12:00:00.000Z', ...people)
  await agree('time went by')
  await step('closed', () =>
    close(app, coach, second.id, {
      attendance: [{ personId: luz.clientId, state: 'present' }],
      actions: [{ text: 'Leer' }, { text: 'Pedir', dueOn: '2027-02-01' as NewAction['dueOn'] & string }],
    }),
  )
  await step('closed for a group', () =>
    close(app, coach, ofGroup[0]!.id, { attendance: [{ personId: member.clientId, state: 'late' }] }),
  )
  const actions = await app.call(
    'GET /v1/action/Client/:clientId',
    { params: { clientId: luz.clientId }, query: {} },
    luz.token,
  )
  await step('action done', () =>
    app.call(
      'PUT /v1/action/:actionId/status',
      { params: { actionId: actions.body.data[0]!.id }, body: { status: 'done' } },
      luz.token,
    ),
  )
  await step('missed after all', () => life.correct(coach, second.id, { outcome: 'noShowClient' }))
  await step('held after all', () => life.correct(coach, second.id, { outcome: 'completed' }))
  await step('absent after all', () =>
    life.correct(coach, ofGroup[0]!.id, { attendance: [{ personId: member.clientId, state: 'absent' }] }),
  )
  await step('there after all', () =>
    life.correct(coach, ofGroup[0]!.id, { attendance: [{ personId: member.clientId, state: 'present' }] }),
  )
  await step('paused', () =>
    app.call('POST /v1/client/:clientId/pause', { params: { clientId: luz.clientId } }, coach.token),
  )
  await step('resumed', () =>
    app.call('POST /v1/client/:clientId/resume', { params: { clientId: luz.clientId } }, coach.token),
  )
  await step('asked for by the client', () =>
    app.call(
      'POST /v1/session',
      { body: { type: 'Client', ...hours('2027-02-09T15:00:00.000Z') } },
      luz.token,
    ),
  )
  await step('cancelled', () => life.cancel(coach, ofGroup[1]!.id))
  await step('left the group', () =>
    app.call('POST /v1/group/:groupId/leave', { params: { groupId: group.id } }, member.token),
  )
  await step('group over', () => transition(app, coach, group, 'finished'))
  await goTo(app, toIso(epochMs(app.clock.now() + 20 * DAY_MS + HOUR_MS)), ...people)
  await agree('weeks later')
  await step('finished', () =>
    app.call('POST /v1/client/:clientId/finish', { params: { clientId: ana.clientId } }, coach.token),
  )
  await step('archived', () =>
    app.call('POST /v1/client/:clientId/archive', { params: { clientId: ana.clientId } }, coach.token),
  )
})
