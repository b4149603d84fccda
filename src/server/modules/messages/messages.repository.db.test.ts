import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClientId, MessageId, MessageKey, RoomId, UserId } from '#contract/values.ts'
import { epochMs } from '#time/clock.ts'
import type { Scope } from '../../policy/scope.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { ensureRoom, insertMessage, listRooms, listUnread, markRead } from './messages.repository.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const page = { direction: 'asc', items: 10, page: 1 } as const
const coachScope = (coachId: UserId) => ({ coachId }) as Scope
const clientScope = (coachId: UserId, clientId: ClientId) => ({ coachId, clientId }) as Scope

async function practice() {
  const { coachId } = await coachRow(database)
  const { clientId, userId } = await clientRow(database, coachId)
  const roomId = (await inTransaction((tx) => ensureRoom(tx, coachScope(coachId), clientId, ROWS_AT)))!
  return { coachId, clientId, clientUserId: userId!, roomId }
}

const inTransaction: ReturnType<TestDatabase['db']['transaction']>['execute'] = (work) =>
  database.db.transaction().execute(work)

let minutes = 0
function write(scope: Scope, roomId: RoomId, senderUserId: UserId, body = 'Hola', key = newId<MessageKey>()) {
  minutes += 1
  const at = epochMs(ROWS_AT + minutes * 60_000)
  return inTransaction((tx) =>
    insertMessage(tx, scope, roomId, { id: newId<MessageId>(), senderUserId, body, clientKey: key }, at),
  )
}

describe('writing', () => {
  test('numbers have neither gaps nor duplicates, however many write concurrently', async () => {
    const { coachId, clientId, clientUserId, roomId } = await practice()
    const written = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        n % 2 === 0
          ? write(coachScope(coachId), roomId, coachId)
          : write(clientScope(coachId, clientId), roomId, clientUserId),
      ),
    )
    const seqs = written.map((row) => row!.seq).toSorted((a, b) => a - b)
    expect(seqs).toEqual(Array.from({ length: 24 }, (_, n) => n + 1))
  })

  test('the same key twice at once is one message, and uses one number', async () => {
    const { coachId, roomId } = await practice()
    const key = newId<MessageKey>()
    const written = await Promise.all(
      ['uno', 'dos', 'tres'].map((body) => write(coachScope(coachId), roomId, coachId, body, key)),
    )
    expect(new Set(written.map((row) => row!.id)).size).toBe(1)
    expect(new Set(written.map((row) => row!.body)).size).toBe(1)
    expect((await write(coachScope(coachId), roomId, coachId))?.seq).toBe(2)
  })

  test('a room of another practice, or of another client, is not found', async () => {
    const ours = await practice()
    const theirs = await practice()
    const sibling = await clientRow(database, ours.coachId)
    expect(await write(coachScope(ours.coachId), theirs.roomId, ours.coachId)).toBeUndefined()
    expect(
      await write(clientScope(ours.coachId, sibling.clientId), ours.roomId, sibling.userId!),
    ).toBeUndefined()
    const opened = (scope: Scope, clientId: ClientId) =>
      inTransaction((tx) => ensureRoom(tx, scope, clientId, ROWS_AT))
    expect(await opened(coachScope(ours.coachId), theirs.clientId)).toBeUndefined()
    expect(await opened(clientScope(ours.coachId, sibling.clientId), ours.clientId)).toBeUndefined()
    // Opening twice changes nothing.
    expect(await opened(coachScope(ours.coachId), ours.clientId)).toBe(ours.roomId)
  })
})

describe('reading', () => {
  test('rooms have their newest message and unread count, the latest first', async () => {
    const { coachId, clientId, clientUserId, roomId } = await practice()
    const second = await clientRow(database, coachId, { name: 'Luz' })
    const silent = (await inTransaction((tx) =>
      ensureRoom(tx, coachScope(coachId), second.clientId, ROWS_AT),
    ))!
    await write(clientScope(coachId, clientId), roomId, clientUserId, 'primero')
    await write(coachScope(coachId), roomId, coachId, 'mío')
    await write(clientScope(coachId, clientId), roomId, clientUserId, 'último')
    const seen = await listRooms(database.db, coachScope(coachId), coachId, page)
    expect(seen.total).toBe(2)
    expect(seen.rows).toMatchObject([
      { roomId, clientName: 'Mariana', unread: 2, lastSeq: 3, lastText: 'último', senderId: clientUserId },
      { roomId: silent, clientName: 'Luz', unread: 0, lastSeq: null, lastText: null },
    ])
    const reversed = await listRooms(database.db, coachScope(coachId), coachId, {
      ...page,
      direction: 'desc',
    })
    expect(reversed.rows.map((row) => row.roomId)).toEqual([silent, roomId])
    expect(await listRooms(database.db, coachScope(coachId), coachId, { ...page, page: 3 })).toEqual({
      rows: [],
      total: 2,
    })
    const asClient = await listRooms(database.db, clientScope(coachId, clientId), clientUserId, page)
    expect(asClient.rows).toMatchObject([{ roomId, coachName: 'Ana', unread: 1 }])
  })

  test('marking as read only goes forward, and never beyond the last message', async () => {
    const { coachId, clientId, clientUserId, roomId } = await practice()
    for (const body of ['a', 'b', 'c']) {
      await write(clientScope(coachId, clientId), roomId, clientUserId, body)
    }
    const scope = coachScope(coachId)
    const unread = async () => (await listUnread(database.db, scope, coachId, page)).total
    const readTo = (seq: number) => markRead(database.db, scope, roomId, { userId: coachId, seq }, ROWS_AT)
    expect(await unread()).toBe(3)
    expect(await readTo(2)).toBe(true)
    expect(await unread()).toBe(1)
    await readTo(1)
    expect(await unread()).toBe(1)
    await readTo(99)
    expect(await unread()).toBe(0)
    await write(clientScope(coachId, clientId), roomId, clientUserId, 'd')
    expect(await unread()).toBe(1)
    expect((await listUnread(database.db, scope, coachId, { ...page, page: 2 })).total).toBe(1)
    const foreign = await practice()
    expect(
      await markRead(
        database.db,
        coachScope(foreign.coachId),
        roomId,
        { userId: foreign.coachId, seq: 1 },
        ROWS_AT,
      ),
    ).toBe(false)
  })

  test('nobody sees anything of another practice', async () => {
    const ours = await practice()
    const theirs = await practice()
    await write(clientScope(theirs.coachId, theirs.clientId), theirs.roomId, theirs.clientUserId, 'ajeno')
    expect((await listRooms(database.db, coachScope(ours.coachId), ours.coachId, page)).rows).toMatchObject([
      { roomId: ours.roomId, lastText: null },
    ])
    expect((await listUnread(database.db, coachScope(ours.coachId), ours.coachId, page)).total).toBe(0)
  })
})
