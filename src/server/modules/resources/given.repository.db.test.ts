import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ResourceListQuery } from '#contract/resources/resources.ts'
import type {
  AssignmentId,
  ClientId,
  DateOn,
  GroupId,
  MemberId,
  ResourceFileId,
  ResourceId,
  UserId,
} from '#contract/values.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { textRow } from '#test/support/rich-text/rich-texts.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { epochMs } from '#time/clock.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type ClientScope, type CoachScope, scopeOfPractice } from '../../policy/scope.ts'
import * as given from './given.repository.ts'
import * as files from './resource-files.repository.ts'
import * as resources from './resources.repository.ts'

const page = { direction: 'asc', items: 10, page: 1 } as const
const at = toTimestamp(ROWS_AT)
const times = { created_at: at, updated_at: at }

let database: TestDatabase
let coachId: UserId
let scope: CoachScope
let foreign: CoachScope
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  ;({ coachId } = await coachRow(database))
  scope = scopeOfPractice(coachId)
  foreign = scopeOfPractice((await coachRow(database)).coachId)
})
afterAll(() => database.close())

async function resource(fields: Partial<resources.ResourceFields> = {}): Promise<ResourceId> {
  const id = newId<ResourceId>()
  const row = { id, type: 'text' as const, ...textRow('Hola'), title: 'Guía', status: 'published' as const }
  await database.db
    .transaction()
    .execute((tx) => resources.insertResource(tx, scope, { ...row, ...fields }, ROWS_AT))
  return id
}

const person = async (): Promise<ClientId> => (await clientRow(database, coachId)).clientId
const own = (clientId: ClientId) => ({ coachId, clientId }) as ClientScope

async function group(...members: ClientId[]): Promise<GroupId> {
  const id = newId<GroupId>()
  const row = { id, coach_id: coachId, name: id, capacity: 9, status: 'running' as const, ...times }
  await database.db.insertInto('groups').values(row).execute()
  for (const client_id of members) {
    const seat = {
      id: newId<MemberId>(),
      coach_id: coachId,
      group_id: id,
      client_id,
      joined_at: at,
      ...times,
    }
    await database.db
      .insertInto('group_members')
      .values({ ...seat, status: 'active' })
      .execute()
  }
  return id
}
const leave = (groupId: GroupId, clientId: ClientId) =>
  database.db
    .updateTable('group_members')
    .set({ status: 'left' })
    .where('group_id', '=', groupId)
    .where('client_id', '=', clientId)
    .execute()

function give(
  resourceId: ResourceId,
  to: { clientId: ClientId } | { groupId: GroupId },
  more: { message?: string; dueOn?: DateOn } = {},
  when: number = ROWS_AT,
) {
  const whom = { clientId: null, groupId: null, sessionId: null, message: null, dueOn: null, ...to, ...more }
  const row = { ...whom, id: newId<AssignmentId>(), resourceId }
  return database.db.transaction().execute((tx) => given.upsertAssignment(tx, scope, row, epochMs(when)))
}
const withdraw = (id: AssignmentId, resourceId: ResourceId, when: number | null, of = scope) =>
  database.db
    .transaction()
    .execute((tx) => given.setWithdrawn(tx, of, { id, resourceId }, when === null ? null : epochMs(when)))
const progress = (resourceId: ResourceId, clientId: ClientId, completed?: boolean, when: number = ROWS_AT) =>
  database.db
    .transaction()
    .execute((tx) => given.setProgress(tx, { resourceId, clientId }, completed, epochMs(when)))
const sees = async (clientId: ClientId, id: ResourceId) => {
  const one = await resources.findResource(database.db, own(clientId), id)
  const list = await given.listGiven(database.db, own(clientId), clientId, page)
  const same = [one?.id === id, list!.rows.some((row) => row.id === id)]
  expect(same[0]).toBe(same[1])
  return same[0]
}

// @spec P.109
describe('who has a resource', () => {
  test('is whom it was given to, and who is in a group that has it, as long as that is so', async () => {
    const [ana, beto, other] = [await person(), await person(), await person()]
    const together = await group(beto)
    const id = await resource()
    const { id: assignment } = await give(id, { clientId: ana })
    await give(id, { groupId: together })
    expect([await sees(ana, id), await sees(beto, id), await sees(other, id)]).toEqual([true, true, false])
    expect((await resources.findResource(database.db, scope, id))!.usedBy).toBe(2)
    await leave(together, beto)
    expect(await sees(beto, id)).toBe(false)
    expect(await withdraw(assignment, id, ROWS_AT, foreign)).toBeUndefined()
    expect(await withdraw(assignment, id, ROWS_AT)).toMatchObject({ clientId: ana })
    expect(await sees(ana, id)).toBe(false)
    expect((await resources.findResource(database.db, scope, id))!.usedBy).toBe(0)
  })

  test('is nobody while it is a draft or deleted', async () => {
    const ana = await person()
    const id = await resource()
    await give(id, { clientId: ana })
    const set = (fields: resources.ResourceFields, of = scope) =>
      database.db.transaction().execute((tx) => resources.updateResource(tx, of, id, fields, ROWS_AT))
    await set({ status: 'draft' })
    expect(await sees(ana, id)).toBe(false)
    await set({ status: 'archived' })
    expect(await sees(ana, id)).toBe(true)
    await set({ title: 'Ajeno' }, foreign)
    expect((await resources.findResource(database.db, scope, id))!.title).toBe('Guía')
    await database.db.transaction().execute((tx) => resources.setDeleted(tx, scope, id, ROWS_AT))
    expect(await sees(ana, id)).toBe(false)
  })

  test('who has it twice sees what is theirs, and counts once', async () => {
    const ana = await person()
    const together = await group(ana)
    const id = await resource()
    await give(id, { groupId: together }, { message: 'A todos' })
    await give(id, { clientId: ana }, { message: 'A ti' })
    expect(await given.findGiven(database.db, own(ana), ana, id)).toMatchObject({
      message: 'A ti',
      groupName: null,
    })
    expect((await resources.findResource(database.db, scope, id))!.usedBy).toBe(1)
  })

  test('a file is shown to its coach and to who has it, and to nobody else', async () => {
    const [ana, other, file] = [await person(), await person(), newId<ResourceFileId>()]
    await database.db
      .transaction()
      .execute((tx) => files.insertFile(tx, scope, { id: file, name: 'a.pdf', byteSize: 1 }, ROWS_AT))
    await files.keepFile(database.db, scope, file, { part: newId(), mediaType: 'application/pdf' }, ROWS_AT)
    const shown = async (reader: string) => Boolean(await files.findShown(database.db, file, reader))
    expect(await shown(coachId)).toBe(false)
    const id = await resource({ type: 'file', file_id: file, body: null, body_text: null } as never)
    const { id: assignment } = await give(id, { clientId: ana })
    const readers = [coachId, ana, other, foreign.coachId]
    expect(await Promise.all(readers.map(shown))).toEqual([true, true, false, false])
    await withdraw(assignment, id, ROWS_AT)
    expect(await shown(ana)).toBe(false)
  })
})

// @spec P.109
describe('an assignment', () => {
  test('is one for each person or group: again, it only changes', async () => {
    const [ana, id] = [await person(), await resource()]
    const together = await group()
    const first = await give(id, { clientId: ana })
    expect(first.isNew).toBe(true)
    expect(await give(id, { clientId: ana }, { message: 'Otra vez' })).toEqual({ id: first.id, isNew: false })
    expect((await give(id, { groupId: together })).isNew).toBe(true)
    const many = await Promise.all(Array.from({ length: 5 }, async () => give(id, { groupId: together })))
    expect(new Set(many.map((each) => each.id)).size).toBe(1)
    expect(await given.listReached(database.db, foreign, id, page)).toEqual([])
  })

  test('that was taken back comes back once, unless it was given again', async () => {
    const [ana, id] = [await person(), await resource()]
    const first = await give(id, { clientId: ana })
    expect(await withdraw(first.id, id, null)).toBeUndefined()
    await withdraw(first.id, id, ROWS_AT)
    expect(await withdraw(first.id, id, null)).toMatchObject({ clientId: ana })
    await withdraw(first.id, id, ROWS_AT)
    await give(id, { clientId: ana })
    expect(await withdraw(first.id, id, null)).toBeUndefined()
    expect(await given.listReached(database.db, scope, id, page)).toHaveLength(1)
  })

  test('of a person of another practice is impossible', async () => {
    const { clientId } = await clientRow(database, foreign.coachId)
    await expect(give(await resource(), { clientId })).rejects.toThrow(/resource_assignments_client/)
  })
})

// @spec P.109
describe('whom a resource was given to', () => {
  const reached = (id: ResourceId, query: { items?: number; page?: number } = {}, of = scope) =>
    given.listReached(database.db, of, id, { ...page, ...query })
  const total = (id: ResourceId, of = scope) => given.countAssignments(database.db, of, id)

  test('comes in pages, the newest first, those of one instant in a fixed order, each with all of its people', async () => {
    const [id, ...members] = [await resource(), await person(), await person(), await person()]
    const together = await group(...members)
    const newest = await give(id, { groupId: together }, {}, ROWS_AT + 9)
    const others = []
    for (let n = 0; n < 4; n += 1) others.push(await give(id, { clientId: await person() }))
    const gone = await give(id, { clientId: await person() })
    await withdraw(gone.id, id, ROWS_AT)
    const wanted = [newest.id, ...others.map((each) => each.id).toSorted()]
    const pages = []
    for (const number of [1, 2, 3]) pages.push(await reached(id, { items: 2, page: number }))
    expect(pages[0]!.filter((row) => row.assignmentId === newest.id).map((row) => row.personId)).toEqual(
      expect.arrayContaining(members),
    )
    expect(pages.map((rows) => new Set(rows.map((row) => row.assignmentId)).size)).toEqual([2, 2, 1])
    expect([...new Set(pages.flat().map((row) => row.assignmentId))]).toEqual(wanted)
    expect(await reached(id, { items: 2, page: 4 })).toEqual([])
    expect(await total(id)).toBe(5)
  })

  test('is no other practice’s, and nobody’s of a deleted resource', async () => {
    const [id, ana] = [await resource(), await person()]
    await give(id, { clientId: ana })
    await progress(id, ana, true)
    const counts = (of = scope) => given.countProgress(database.db, of, id)
    expect([await total(id), await counts()]).toEqual([1, { viewed: 1, completed: 1 }])
    expect([await reached(id, {}, foreign), await total(id, foreign)]).toEqual([[], undefined])
    expect(await counts(foreign)).toEqual({ viewed: 0, completed: 0 })
    await database.db.transaction().execute((tx) => resources.setDeleted(tx, scope, id, ROWS_AT))
    expect(await total(id)).toBeUndefined()
  })

  test('is counted by people, each once, without those who have it no more', async () => {
    const [id, ana, beto] = [await resource(), await person(), await person()]
    const together = await group(ana, beto)
    const { id: own } = await give(id, { clientId: ana })
    await give(id, { groupId: together })
    await progress(id, ana, true)
    await progress(id, beto)
    const counts = () => given.countProgress(database.db, scope, id)
    expect(await counts()).toEqual({ viewed: 2, completed: 1 })
    await leave(together, beto)
    await withdraw(own, id, ROWS_AT)
    expect(await counts()).toEqual({ viewed: 1, completed: 1 })
    await leave(together, ana)
    expect(await counts()).toEqual({ viewed: 0, completed: 0 })
  })

  test('is found by index, a page without the others', async () => {
    const id = await resource()
    const ids = await sql<{ id: ClientId }>`insert into clients
        (id, coach_id, name, last_name, email, status, timezone, created_at, updated_at)
      select gen_random_uuid(), ${coachId}, 'Ana ' || n, 'Luz', ${newId()} || n || '@norte.example', 'invited',
        'America/Mexico_City', ${at}, ${at} from generate_series(1, 3000) as n
      returning id`.execute(database.db)
    await sql`insert into resource_assignments (id, coach_id, resource_id, client_id, created_at, updated_at)
      select gen_random_uuid(), ${coachId}, ${id}, c, ${at}, ${at}
      from unnest(${ids.rows.map((row) => row.id)}::uuid[]) as c`.execute(database.db)
    await sql`analyze resource_assignments`.execute(database.db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select * from resource_assignments
      where coach_id = ${coachId} and resource_id = ${id} and deleted_at is null
      order by created_at desc, id limit 20`.execute(database.db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('resource_assignments_by_resource')
    expect(plan).not.toContain('Sort')
    expect(await reached(id, { items: 20, page: 150 })).toHaveLength(20)
  })
})

// @spec P.109
test('progress is noted once: opened at the first time, completed and back', async () => {
  const [ana, id] = [await person(), await resource()]
  await give(id, { clientId: ana })
  const state = async () => {
    const row = (await given.findGiven(database.db, own(ana), ana, id))!
    return [row.viewedAt, row.completedAt]
  }
  expect(await state()).toEqual([null, null])
  expect(await progress(id, ana)).toBe(true)
  expect(await progress(id, ana, undefined, ROWS_AT + 5)).toBe(false)
  expect(await state()).toEqual([ROWS_AT, null])
  expect(await progress(id, ana, true, ROWS_AT + 9)).toBe(true)
  expect(await progress(id, ana, true, ROWS_AT + 12)).toBe(false)
  expect(await progress(id, ana, undefined, ROWS_AT + 12)).toBe(false)
  expect(await state()).toEqual([ROWS_AT, ROWS_AT + 9])
  expect(await progress(id, ana, false)).toBe(true)
  expect(await progress(id, ana, false)).toBe(false)
  expect(await state()).toEqual([ROWS_AT, null])
})

// @spec P.109
test('what a person has comes by date, then undated, completed ones last, and is counted by state', async () => {
  const ana = await person()
  const ids = []
  for (const dueOn of [undefined, '2027-03-01', '2027-02-10', '2027-02-05'] as (DateOn | undefined)[]) {
    const id = await resource()
    await give(id, { clientId: ana }, dueOn && { dueOn })
    ids.push(id)
  }
  await progress(ids[3]!, ana, true)
  await progress(ids[1]!, ana)
  const list = async (query: object = {}) => given.listGiven(database.db, scope, ana, { ...page, ...query })
  const all = (await list())!
  expect(all.rows.map(({ id }) => id)).toEqual([ids[2], ids[1], ids[0], ids[3]])
  expect(all.counts).toEqual({ assigned: 2, viewed: 1, completed: 1 })
  expect((await list({ state: 'viewed' }))!.rows.map(({ id }) => id)).toEqual([ids[1]])
  const second = await list({ items: 1, page: 2 })
  expect([second!.rows.map(({ id }) => id), second!.counts]).toEqual([[ids[1]], all.counts])
  expect(await given.listGiven(database.db, foreign, ana, page)).toBeUndefined()
  expect(await given.listGiven(database.db, own(await person()), ana, page)).toBeUndefined()
})

// @spec P.106
test('the library is searched without accents, filtered, ordered and paged in its practice', async () => {
  const guide = await resource({ title: 'Ánimo y meditación', tags: ['Calma'], category: 'Guías' })
  const plan = await resource({ title: 'plan', description: 'Para la acción' })
  const old = await resource({ title: 'Zeta', status: 'archived' })
  const find = async (query: Partial<ResourceListQuery> = {}, of = scope) => {
    const { rows, total } = await resources.listResources(database.db, of, {
      ...page,
      sort: 'title',
      words: [],
      ...query,
    })
    return [rows.map(({ id }) => id), total]
  }
  expect(await find()).toEqual([[guide, plan], 2])
  // What a text says is long, and of one resource.
  const { rows } = await resources.listResources(database.db, scope, { ...page, sort: 'title', words: [] })
  expect(Object.keys(rows[0]!)).not.toContain('body')
  expect(await find({ direction: 'desc' })).toEqual([[plan, guide], 2])
  expect(await find({ items: 1, page: 2 })).toEqual([[plan], 2])
  expect(await find({ search: 'MEDITACION' })).toEqual([[guide], 1])
  expect(await find({ search: 'accion' })).toEqual([[plan], 1])
  expect(await find({ search: '%' })).toEqual([[], 0])
  expect(await find({ status: 'archived' })).toEqual([[old], 1])
  expect(await find({ category: 'Guías', tag: 'Calma' })).toEqual([[guide], 1])
  expect(await find({}, foreign)).toEqual([[], 0])
  expect(await resources.listLabels(database.db, scope)).toEqual({ categories: ['Guías'], tags: ['Calma'] })
  expect(await resources.listLabels(database.db, foreign)).toEqual({ categories: [], tags: [] })
})
