import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MemorandumId } from '#contract/values.ts'
import { read } from '#server/platform/postgres/reading.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { addDays, calendarDate } from '#time/calendar-date.ts'
import { DAY_MS, epochMs } from '#time/clock.ts'
import { type CoachScope, scopeOfPractice } from '../../policy/scope.ts'
import { dueAtOf } from './memorandums.domain.ts'
import * as lists from './memorandum-lists.repository.ts'
import * as memorandums from './memorandums.repository.ts'

const TODAY = calendarDate('2027-02-02')
const ZONE = 'America/Mexico_City'

let database: TestDatabase
let scope: CoachScope
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  scope = scopeOfPractice((await coachRow(database)).coachId)
})
afterAll(() => database.close())

const write = <T>(run: Parameters<ReturnType<TestDatabase['db']['transaction']>['execute']>[0]) =>
  database.db.transaction().execute(run) as Promise<T>

async function insert(
  fields: Partial<memorandums.StoredMemorandum> & { daysLater?: number } = {},
  of = scope,
): Promise<MemorandumId> {
  const { daysLater = 0, ...given } = fields
  const due = { dueOn: addDays(TODAY, daysLater), dueTime: '08:00' }
  const row: memorandums.StoredMemorandum = {
    ...due,
    id: newId<MemorandumId>(),
    description: 'Llamar',
    timezone: ZONE,
    dueAt: dueAtOf(due, ZONE),
    priority: 'normal',
    recurrence: 'none',
    anchorOn: due.dueOn,
    status: 'pending',
    postponedFrom: null,
    remindedAt: null,
    doneAt: null,
    clientId: null,
    groupId: null,
    sessionId: null,
    edits: 0,
    createdAt: ROWS_AT,
    updatedAt: ROWS_AT,
    ...given,
  }
  await write((tx) => memorandums.insertMemorandum(tx, of, row))
  return row.id
}

const page = { direction: 'asc', items: 10, page: 1 } as const

test('the open ones of a practice are locked in pages, by their ids', async () => {
  const ids = [await insert(), await insert({ daysLater: 3 }), await insert({ daysLater: 1 })].toSorted()
  await insert({ status: 'done', doneAt: ROWS_AT })
  const locked = (after: MemorandumId | undefined) =>
    write<memorandums.MemorandumRow[]>((tx) => memorandums.lockOpen(tx, scope, { after, most: 2 }))
  expect((await locked(undefined)).map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect((await locked(ids[1])).map(({ id }) => id)).toEqual(ids.slice(2))
})

// @spec P.83
test('no practice reads or changes those of another', async () => {
  const id = await insert()
  const other = scopeOfPractice((await coachRow(database)).coachId)
  expect(await memorandums.findMemorandum(database.db, other, id)).toBeUndefined()
  expect((await lists.listMemorandums(database.db, other, {}, page, TODAY)).total).toBe(0)
  expect(await write((tx) => memorandums.lockMemorandum(tx, other, id))).toBeUndefined()
  await write((tx) => memorandums.setDeleted(tx, other, id, ROWS_AT))
  expect(await memorandums.findMemorandum(database.db, scope, id)).toBeDefined()
})

test('one about the client of another practice, or about two things, cannot be stored', async () => {
  const other = await coachRow(database)
  const { clientId } = await clientRow(database, other.coachId)
  await expect(insert({ clientId })).rejects.toThrow('memorandums_client_of_coach')
  const { clientId: own } = await clientRow(database, scope.coachId)
  await expect(insert({ clientId: own, sessionId: newId() })).rejects.toThrow('memorandums_one_target')
})

test('an occurrence is followed by one other at most, which goes only as long as nobody changed it', async () => {
  const first = await insert()
  const next = await insert({ follows: first })
  await expect(insert({ follows: first })).rejects.toThrow('memorandums_follows_once')
  expect(await write((tx) => memorandums.takeNextAway(tx, scope, next))).toBeUndefined()
  const row = (await memorandums.findMemorandum(database.db, scope, next))!
  await write((tx) => memorandums.updateMemorandum(tx, scope, { ...row, edits: 1 }))
  expect(await write((tx) => memorandums.takeNextAway(tx, scope, first))).toBeNull()
  await write((tx) => memorandums.updateMemorandum(tx, scope, { ...row, edits: 0 }))
  expect(await write((tx) => memorandums.takeNextAway(tx, scope, first))).toBe(next)
})

test('what is read is what was written', async () => {
  const from = { dueOn: addDays(TODAY, -3), dueTime: '07:15', remindedAt: ROWS_AT }
  const id = await insert({
    status: 'postponed',
    postponedFrom: from,
    remindedAt: ROWS_AT,
    recurrence: 'yearly',
  })
  const row = await memorandums.findMemorandum(database.db, scope, id)
  expect(row).toMatchObject({
    status: 'postponed',
    postponedFrom: from,
    remindedAt: ROWS_AT,
    recurrence: 'yearly',
  })
})

const day = () => read(database.db, lists.readDay(scope, TODAY, 3))

test('the day has its own and the number of those before it, in one query', async () => {
  expect(await day()).toEqual({ rows: [], today: 0, overdue: 0 })
  await insert({ daysLater: -2 })
  await insert({ daysLater: 1 })
  await insert({ status: 'done', doneAt: ROWS_AT })
  expect(await day()).toMatchObject({
    rows: [],
    today: 0,
    overdue: 1,
  })
  const ids = [await insert(), await insert(), await insert(), await insert()]
  const full = await day()
  expect([full.today, full.overdue]).toEqual([4, 1])
  expect(full.rows.map(({ id }) => id)).toEqual(ids.toSorted().slice(0, 3))
})

test('those of a practice move into another zone together', async () => {
  const [one, two] = [await insert(), await insert({ daysLater: 30 })]
  const at = epochMs(ROWS_AT + DAY_MS)
  await write((tx) =>
    memorandums.moveToZone(
      tx,
      scope,
      [one, two].map((id) => ({ id, timezone: 'Europe/Madrid', dueAt: at })),
    ),
  )
  for (const id of [one, two]) {
    const row = await memorandums.findMemorandum(database.db, scope, id)
    expect(row).toMatchObject({ timezone: 'Europe/Madrid', dueAt: at, dueTime: '08:00' })
  }
})

test('only what was deleted long enough ago is forgotten', async () => {
  const [kept, gone] = [await insert(), await insert()]
  await write((tx) => memorandums.setDeleted(tx, scope, gone, epochMs(ROWS_AT - 61 * DAY_MS)))
  await write((tx) => memorandums.setDeleted(tx, scope, kept, ROWS_AT))
  expect(await write((tx) => memorandums.forgetMemorandums(tx, epochMs(ROWS_AT - 60 * DAY_MS), 10))).toBe(1)
  expect(await write((tx) => memorandums.lockMemorandum(tx, scope, kept, 'deleted'))).toBeDefined()
})
