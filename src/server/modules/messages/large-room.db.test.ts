import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow } from '#test/support/rows.ts'
import type { AuthSessionId, MembershipId, MessageId, MessageKey, RoomId, UserId } from '#contract/values.ts'
import { epochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Scope } from '../../policy/scope.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { queryFor, soughtWords } from './message-search.domain.ts'
import * as search from './message-search.repository.ts'
import * as rooms from './rooms.repository.ts'
import * as thread from './thread.repository.ts'
import { countUnreadRooms } from './unread.repository.ts'
import { writeMessages } from './writing.repository.ts'

// One room with many messages, of which the coach has read all but ten, in a practice with many other rooms.

const MESSAGES = 20_000
const READ = MESSAGES - 10
const OTHERS = 200

let database: TestDatabase
let coachId: UserId
let room: RoomId
beforeAll(async () => {
  database = await openTestDatabase()
  ;({ coachId } = await coachRow(database))
  const client = await clientRow(database, coachId)
  room = client.clientId as string as RoomId
  const { db } = database
  await sql`insert into message_rooms (id, coach_id, type, client_id, created_at, last_seq, revision, last_at)
    values (${room}, ${coachId}, 'Client', ${room}, now(), ${MESSAGES}, ${MESSAGES}, now())`.execute(db)
  await sql`insert into messages (id, room_id, seq, revision, sender_user_id, body, client_key, created_at)
    select gen_random_uuid(), ${room}, n, n, case when n % 3 = 0 then ${coachId}::uuid else ${client.userId!}::uuid end,
      'Hola', gen_random_uuid(), ${toTimestamp(ROWS_AT)} - n * interval '1 hour' from generate_series(1, ${MESSAGES}) as n`.execute(
    db,
  )
  await sql`insert into message_reads (room_id, user_id, seq, delivered_seq, read_at)
    values (${room}, ${coachId}, ${READ}, ${READ}, now())`.execute(db)
  for (let n = 0; n < OTHERS; n += 1) {
    const other = await clientRow(database, coachId)
    await sql`insert into message_rooms (id, coach_id, type, client_id, created_at, last_seq, revision, last_at)
      values (${other.clientId}, ${coachId}, 'Client', ${other.clientId}, now(), 1, 1, now())`.execute(db)
    await sql`insert into messages (id, room_id, seq, revision, sender_user_id, body, client_key, created_at)
      values (gen_random_uuid(), ${other.clientId}, 1, 1, ${coachId}, 'Hola', gen_random_uuid(), now())`.execute(
      db,
    )
  }
  await sql`analyze`.execute(db)
})
afterAll(() => database.close())

type Node = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Plans'?: Node[]
}

/** How many messages a statement looks at, those that it leaves out included. */
function messagesRead(node: Node): number {
  const own =
    node['Relation Name'] === 'messages'
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0
  return own + (node.Plans ?? []).reduce((sum, each) => sum + messagesRead(each), 0)
}

async function explained(text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await database.pool.query(`explain (analyze, format json) ${text}`, [...values])
  return messagesRead((rows[0]['QUERY PLAN'] as { Plan: Node }[])[0]!.Plan)
}

/** How many messages are looked at by what is done with a database. */
async function readBy(act: (db: Kysely<DB>) => Promise<unknown>): Promise<number> {
  let asked: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: ({ query }) => void asked.push(query),
  })
  await act(db)
  // Settings of a transaction look at nothing.
  asked = asked.filter(({ sql: text }) => !text.startsWith('set local'))
  expect(asked).not.toEqual([])
  let all = 0
  for (const { sql: text, parameters } of asked) all += await explained(text, parameters)
  return all
}

const scope = () => ({ coachId }) as Scope
const page = { direction: 'asc', items: 10, page: 1 } as const

// @spec P.152
test.each([[{}], [{ before: MESSAGES / 2 }], [{ after: MESSAGES / 2 }], [{ since: MESSAGES / 2 }]])(
  'a page of a room reads a page: %j',
  async (query) => {
    expect(await readBy((db) => thread.listThread(db, room, { ...query, items: 50 }))).toBeLessThanOrEqual(51)
  },
)

/** A sign-in of a coach, as the statement compares it. */
async function signInOf(userId: UserId) {
  const { rows } = await sql<{ authSessionId: AuthSessionId; membershipId: MembershipId }>`
    insert into auth_sessions (id, user_id, membership_id, created_at, last_used_at)
    select gen_random_uuid(), user_id, id, now(), now() from memberships where user_id = ${userId}
    returning id as "authSessionId", membership_id as "membershipId"`.execute(database.db)
  return rows[0]!
}

test('a message that is refused for how much its sender wrote lately reads what they wrote lately', async () => {
  const signedIn = await signInOf(coachId)
  const message = {
    scope: scope(),
    id: randomUUID() as MessageId,
    roomId: room,
    sender: {
      ...signedIn,
      userId: coachId,
      stored: { paymentStatus: 'active', periodEndsAt: null },
      isPaid: true,
    } as const,
    text: 'Uno más',
    clientKey: randomUUID() as MessageKey,
    replyTo: null,
    attachment: null,
    fileNames: '',
    told: null,
  }
  const limits = {
    perMinute: 0,
    now: ROWS_AT,
    timers: { insert: () => sql`select`, rows: [] },
    openSince: { usedAfter: epochMs(0), signedInAfter: epochMs(0) },
    origin: null,
  }
  const write = (db: Kysely<DB>) => writeMessages(db, [message], limits)
  expect(await readBy(write)).toBeLessThanOrEqual(30)
  expect(await write(database.db)).toMatchObject([{ verdict: 'message.too_many' }])
})

test('the list of rooms reads the last message of each room of the page, and what is unread', async () => {
  expect(await readBy((db) => rooms.listRooms(db, scope(), coachId, page))).toBeLessThanOrEqual(30)
  const all = { ...page, items: 100, page: 3 } as const
  expect(await readBy((db) => rooms.listRooms(db, scope(), coachId, all))).toBeLessThanOrEqual(30)
  const { rows, total } = await rooms.listRooms(database.db, scope(), coachId, all)
  expect(total).toBe(OTHERS + 1)
  expect(rows).toMatchObject([{ roomId: room, unread: 7 }])
})

test('the rooms with unread messages are found by a look at one of each', async () => {
  const unread = { ...page, unread: true } as const
  expect(await readBy((db) => rooms.listRooms(db, scope(), coachId, unread))).toBeLessThanOrEqual(30 + OTHERS)
  expect(await rooms.listRooms(database.db, scope(), coachId, unread)).toMatchObject({
    total: 1,
    rows: [{ roomId: room, unread: 7 }],
  })
  expect(await readBy((db) => countUnreadRooms(db, scope(), coachId))).toBeLessThanOrEqual(3 + OTHERS)
  expect(await countUnreadRooms(database.db, scope(), coachId)).toBe(1)
})

test('the list of unread messages reads those', async () => {
  expect(await readBy((db) => rooms.listUnread(db, scope(), coachId, page))).toBeLessThanOrEqual(10 + OTHERS)
  expect((await rooms.listUnread(database.db, scope(), coachId, page)).total).toBe(7)
})

// @spec P.173
test('a search reads what it finds, and no other message of a large room', async () => {
  await sql`update messages set body = 'Zarzuela' where room_id = ${room} and seq in (7, 19000)`.execute(
    database.db,
  )
  const words = soughtWords('zarzu')
  const searched = await search.listSearched(database.db, scope(), undefined)
  for (const ids of [[room], searched]) {
    const find = (db: Kysely<DB>) =>
      search.searchMessages(
        db,
        scope(),
        ids.map((id) => queryFor(id, words)),
        page,
      )
    expect((await find(database.db)).rows).toMatchObject([{ seq: 7 }, { seq: 19_000 }])
    // Each is read twice: to choose the page, and to show it. Counts of many loops are rounded.
    expect(Math.round(await readBy(find))).toBeLessThanOrEqual(4)
  }
})

// @spec P.153
test('a message that goes finds its answers without reading its room', async () => {
  const { rows } = await sql<{
    id: string
  }>`select id from messages where room_id = ${room} and seq = 5`.execute(database.db)
  const text = `update messages set reply_to = null where room_id = $1 and reply_to = $2`
  expect(await explained(text, [room, rows[0]!.id])).toBeLessThanOrEqual(1)
})
