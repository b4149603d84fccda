import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, createDatabase } from '#server/platform/postgres/postgres.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { book, close, made } from '#test/support/sessions.ts'

let app: TestApp
let database: TestDatabase
let connections: Database
beforeAll(async () => {
  database = await openTestDatabase()
  // As many connections as the product has: with the few of a test, statements wait for each other.
  connections = createDatabase(database.connection)
  app = await makeApp({ database: { ...database, ...connections } })
})
afterAll(async () => {
  await app.close()
  await connections.close()
  await database.close()
})

/**
 * The longest chain of statements that wait for one another while `work` runs: those sent before the first is answered
 * are one round trip. `work` must have run before, because a connection that has to be opened makes its statement wait.
 */
async function roundTripsOf({ pool }: Pick<Database, 'pool'>, work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  const positions = new Map<object, number>()
  const onAcquire = (connection: object) => positions.set(connection, longest + 1)
  const onRelease = (_: unknown, connection: object) => {
    longest = Math.max(longest, positions.get(connection) ?? 0)
  }
  pool.on('acquire', onAcquire)
  pool.on('release', onRelease)
  try {
    await work()
  } finally {
    pool.off('acquire', onAcquire)
    pool.off('release', onRelease)
  }
  return longest
}

test('the dashboard of a coach takes two round trips to the database: the sign-in, then everything at once', async () => {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  await made(book(app, coach, client, '2027-02-05T15:00:00Z'))
  const open = async () => {
    const { status, body } = await app.call('GET /v1/dashboard', {}, coach.token)
    expect([status, body.coach?.activeClients]).toEqual([200, 1])
  }
  await open()
  expect(await roundTripsOf(connections, open)).toBe(2)
})

test('the dashboard of a client takes two, too, with the last session and its actions', async () => {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  const { id } = await made(book(app, coach, client, '2027-02-02T14:00:00Z'))
  await made(close(app, coach, id, { actions: [{ text: 'Leer' }] }))
  const open = async () => {
    const { status, body } = await app.call('GET /v1/dashboard', {}, client.token)
    expect([status, body.client?.last?.actions.length]).toEqual([200, 1])
  }
  await open()
  expect(await roundTripsOf(connections, open)).toBe(2)
})
