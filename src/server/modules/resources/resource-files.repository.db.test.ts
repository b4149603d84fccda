import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ResourceFileId, ResourceId, UserId } from '#contract/values.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { textRow } from '#test/support/rich-text/rich-texts.ts'
import { ROWS_AT, coachRow, newId } from '#test/support/rows.ts'
import { DAY_MS, epochMs } from '#time/clock.ts'
import { type CoachScope, scopeOfPractice } from '../../policy/scope.ts'
import { Refusal } from '../../refusal.ts'
import * as files from './resource-files.repository.ts'
import * as resources from './resources.repository.ts'

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

const inTransaction = <T>(work: Parameters<ReturnType<TestDatabase['db']['transaction']>['execute']>[0]) =>
  database.db.transaction().execute(work) as Promise<T>

async function announced(byteSize = 10, of = scope): Promise<ResourceFileId> {
  const id = newId<ResourceFileId>()
  await inTransaction((tx) => files.insertFile(tx, of, { id, name: 'a.pdf', byteSize }, ROWS_AT))
  return id
}
const add = (id: ResourceFileId, offset: number, byteSize: number, of = scope, part = newId<string>()) =>
  files.addPart(database.db, of, id, { id: part, offset, byteSize }, ROWS_AT)
const keep = (id: ResourceFileId, part = newId<string>(), of = scope) =>
  files.keepFile(database.db, of, id, { part, mediaType: 'application/pdf' }, ROWS_AT)

async function kept(): Promise<{ id: ResourceFileId; part: string }> {
  const [id, part] = [await announced(), newId<string>()]
  await add(id, 0, 10)
  await keep(id, part)
  return { id, part }
}

async function resourceOf(file: ResourceFileId | null, of = scope): Promise<ResourceId> {
  const id = newId<ResourceId>()
  const content =
    file === null ? { type: 'text' as const, ...textRow('Hola') } : { type: 'file' as const, file_id: file }
  const row = { id, title: 'Guía', status: 'published' as const, ...content }
  await inTransaction((tx) => resources.insertResource(tx, of, row, ROWS_AT))
  return id
}

// @spec P.107
describe('a file that is uploaded', () => {
  test('grows at its end only, in its practice only, until it is kept', async () => {
    const id = await announced(10)
    expect(await add(id, 4, 2)).toBe(false)
    expect(await add(id, 0, 4, foreign)).toBe(false)
    expect(await add(id, 0, 4)).toBe(true)
    expect(await add(id, 0, 4)).toBe(false)
    expect(await add(id, 4, 6)).toBe(true)
    expect(await files.findFile(database.db, scope, id)).toMatchObject({ received: 10, mediaType: null })
    expect(await files.findFile(database.db, foreign, id)).toBeUndefined()
    const part = newId<string>()
    expect(await keep(id, part, foreign)).toBe(false)
    expect(await keep(id, part)).toBe(true)
    expect(await keep(id)).toBe(false)
    expect(await add(id, 10, 1)).toBe(false)
    expect(await files.findFile(database.db, scope, id)).toMatchObject({ parts: [part] })
  })

  test('never has more bytes than announced', async () => {
    const id = await announced(10)
    await expect(add(id, 0, 11)).rejects.toThrow(/resource_files_received/)
    expect(await files.findFile(database.db, scope, id)).toMatchObject({ received: 0, parts: [] })
  })

  test('of parts that come at once at one place has one of them', async () => {
    const id = await announced(10)
    const parts = Array.from({ length: 6 }, () => newId<string>())
    const added = await Promise.all(parts.map((part) => add(id, 0, 10, scope, part)))
    expect(added.filter(Boolean)).toHaveLength(1)
    expect((await files.findFile(database.db, scope, id))!.parts).toEqual([parts[added.indexOf(true)]])
  })

  test('takes space from its announcement on, of its practice', async () => {
    expect(await files.sumBytes(database.db, scope)).toBe(0)
    await announced(2_000_000_000)
    await announced(2_000_000_000)
    await announced(5, foreign)
    expect(await files.sumBytes(database.db, scope)).toBe(4_000_000_000)
  })

  test('that is announced at once with another sees the space that it takes', async () => {
    const announce = () =>
      inTransaction<number>(async (tx) => {
        await files.lockSpace(tx, scope)
        await files.insertFile(tx, scope, { id: newId(), name: 'a.pdf', byteSize: 10 }, ROWS_AT)
        return files.sumBytes(tx, scope)
      })
    const sums = await Promise.all([announce(), announce(), announce()])
    expect(sums.toSorted((one, other) => one - other)).toEqual([10, 20, 30])
  })
})

// @spec P.113
describe('what is forgotten', () => {
  test('is what no resource has, deleted ones included', async () => {
    const [used, deleted, unused] = [await kept(), await kept(), await kept()]
    await resourceOf(used.id)
    const id = await resourceOf(deleted.id)
    await inTransaction((tx) => resources.setDeleted(tx, scope, id, ROWS_AT))
    for (const each of [used, deleted]) {
      expect(await files.removeUnused(database.db, scope, each.id)).toBeUndefined()
    }
    expect(await files.removeUnused(database.db, foreign, unused.id)).toBeUndefined()
    expect(await files.removeForgotten(database.db, ROWS_AT)).not.toContain(unused.part)
    const gone = await files.removeForgotten(database.db, epochMs(ROWS_AT + DAY_MS))
    expect(gone).toContain(unused.part)
    expect(gone).not.toContain(used.part)
    expect(gone).not.toContain(deleted.part)
  })

  test('of one that was refused is only what was not kept', async () => {
    const [whole, begun] = [await kept(), await announced()]
    await add(begun, 0, 4)
    expect(await files.removeUnfinished(database.db, scope, whole.id)).toBeUndefined()
    expect(await files.removeUnfinished(database.db, foreign, begun)).toBeUndefined()
    expect(await files.removeUnfinished(database.db, scope, begun)).toHaveLength(1)
    expect(await files.findFile(database.db, scope, begun)).toBeUndefined()
  })

  test('are the bytes that no row names', async () => {
    const [{ part }, begun, stray] = [await kept(), await announced(), newId<string>()]
    const half = newId<string>()
    await add(begun, 0, 4, scope, half)
    expect(await files.listUnknown(database.db, [part, half, stray])).toEqual([stray])
    expect(await files.listUnknown(database.db, [])).toEqual([])
  })

  test('goes with the purge of its resource', async () => {
    const { id, part } = await kept()
    const resource = await resourceOf(id)
    await inTransaction((tx) => resources.setDeleted(tx, scope, resource, ROWS_AT))
    await inTransaction((tx) => resources.removeDeleted(tx, ROWS_AT, 10))
    expect(await files.listUnknown(database.db, [part])).toEqual([])
    await inTransaction((tx) => resources.removeDeleted(tx, epochMs(ROWS_AT + 1), 10))
    expect(await files.listUnknown(database.db, [part])).toEqual([part])
  })
})

// @spec P.108
test('a file is of one resource, and of its coach', async () => {
  const { id } = await kept()
  await expect(resourceOf(id, foreign)).rejects.toEqual(new Refusal('resource.file_not_found'))
  await resourceOf(id)
  await expect(resourceOf(id)).rejects.toEqual(new Refusal('resource.file_not_found'))
})
