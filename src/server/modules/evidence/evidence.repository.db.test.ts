import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActionId, ResourceFileId, UserId } from '#contract/values.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type CoachScope, scopeOfPractice } from '../../policy/scope.ts'
import * as resourceFiles from '../resources/resource-files.repository.ts'
import * as evidence from './evidence.repository.ts'

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

async function action(): Promise<ActionId> {
  const { clientId } = await clientRow(database, coachId)
  const id = newId<ActionId>()
  const at = toTimestamp(ROWS_AT)
  await database.db
    .insertInto('actions')
    .values({
      id,
      coach_id: coachId,
      client_id: clientId,
      created_by: 'client',
      text: 'Caminar',
      status: 'pending',
      created_at: at,
      updated_at: at,
    })
    .execute()
  return id
}

/** A file tied to an action; announced only, unless it is kept. */
async function attached(
  actionId: ActionId,
  { name = 'a.pdf', isKept = true, at = ROWS_AT }: { name?: string; isKept?: boolean; at?: EpochMs } = {},
): Promise<ResourceFileId> {
  const id = newId<ResourceFileId>()
  await inTransaction(async (tx) => {
    await resourceFiles.insertFile(tx, scope, { id, name, byteSize: 10 }, at)
    await evidence.insertFile(tx, { fileId: id, actionId }, at)
  })
  if (isKept) {
    const part = newId<string>()
    await resourceFiles.addPart(database.db, scope, id, { id: part, offset: 0, byteSize: 10 }, at)
    const kept = { part: newId<string>(), mediaType: 'application/pdf' as const }
    expect(await resourceFiles.keepFile(database.db, scope, id, kept, at)).toBe(true)
  }
  return id
}

const namesOf = async (actionId: ActionId, of = scope) =>
  (await evidence.listFiles(database.db, of, actionId)).map(({ name }) => name)
const drop = (fileId: ResourceFileId, at: EpochMs | null) =>
  inTransaction((tx) => evidence.setDeleted(tx, fileId, at))

// @spec P.114
describe('the files of an action', () => {
  test('are listed once they are kept, the oldest first, and only in their practice', async () => {
    const actionId = await action()
    await attached(actionId, { name: 'segundo.pdf', at: epochMs(ROWS_AT + MINUTE_MS) })
    await attached(actionId, { name: 'primero.pdf' })
    await attached(actionId, { name: 'a medias.pdf', isKept: false })
    expect(await namesOf(actionId)).toEqual(['primero.pdf', 'segundo.pdf'])
    expect(await namesOf(actionId, foreign)).toEqual([])
    expect(await namesOf(await action())).toEqual([])
  })

  test('count with those in progress, without deleted ones', async () => {
    const actionId = await action()
    const kept = await attached(actionId)
    await attached(actionId, { isKept: false })
    const count = (of = scope) => evidence.countFiles(database.db, of, actionId)
    expect([await count(), await count(foreign)]).toEqual([2, 0])
    await drop(kept, ROWS_AT)
    expect(await count()).toBe(1)
    await drop(kept, null)
    expect(await count()).toBe(2)
  })

  test('are found by their own action only', async () => {
    const [one, other] = [await action(), await action()]
    const fileId = await attached(one)
    const find = (actionId: ActionId, of = scope) => evidence.findFile(database.db, of, actionId, fileId)
    expect(await find(one)).toMatchObject({ fileId, mediaType: 'application/pdf', deletedAt: null })
    expect([await find(other), await find(one, foreign)]).toEqual([undefined, undefined])
    await drop(fileId, ROWS_AT)
    expect((await find(one))?.deletedAt).not.toBeNull()
    expect(await namesOf(one)).toEqual([])
  })

  test('that were deleted long ago are untied, some at a time', async () => {
    const actionId = await action()
    const [first, second, third] = [
      await attached(actionId),
      await attached(actionId),
      await attached(actionId, { name: 'queda.pdf' }),
    ]
    const limit = epochMs(ROWS_AT + DAY_MS)
    await drop(first, ROWS_AT)
    await drop(second, ROWS_AT)
    await drop(third, limit)
    // It is for all practices: what other tests deleted goes with them.
    let removed = 0
    for (let most = 1; most > 0; removed += most) {
      most = await inTransaction<number>((tx) => evidence.removeDeleted(tx, limit, 1))
      expect(most).toBeLessThanOrEqual(1)
    }
    expect(removed).toBeGreaterThanOrEqual(2)
    const find = (fileId: ResourceFileId) => evidence.findFile(database.db, scope, actionId, fileId)
    expect([await find(first), await find(second)]).toEqual([undefined, undefined])
    await drop(third, null)
    expect(await namesOf(actionId)).toEqual(['queda.pdf'])
  })
})
