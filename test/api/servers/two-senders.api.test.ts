import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MessageKey, RoomId } from '#contract/values.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { good } from '#test/support/groups.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'

// People who write through two servers on one database.

let database: TestDatabase
let servers: TestApp[]
beforeAll(async () => {
  database = await openTestDatabase()
  const env = { TOKEN_SECRET }
  const one = await makeApp({ database, env })
  const two = await makeApp({ database, env: { ...env, DATA_DIR: one.deps.config.dataDir } })
  servers = [one, two]
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await database.close()
})

/** As often as makes it likely that each way of meeting happens. */
const ROUNDS = 12

// @spec P.152
test('a message that is sent again through another server, while the first still writes it, is one', async () => {
  const [one, two] = servers as [TestApp, TestApp]
  const coach = await newCoach(one)
  const client = await newClient(one, coach)
  two.clock.set(one.clock.now())
  const roomId = client.clientId as string as RoomId
  const ids = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const clientKey = randomUUID() as MessageKey
    const body = { text: `Mensaje ${round}`, clientKey }
    const answers = await Promise.all(
      servers.map((server) =>
        server.call('POST /v1/message/:roomId', { params: { roomId }, body }, client.token),
      ),
    )
    const [first, second] = answers.map((answer): string => good(answer, 201).id)
    expect(second).toBe(first)
    ids.add(first!)
  }
  const { data } = good(
    await one.call('GET /v1/message/:roomId', { params: { roomId }, query: {} }, coach.token),
  )
  expect(data.map(({ id }) => id)).toEqual([...ids])
  expect(data.map(({ seq }) => seq)).toEqual(Array.from({ length: ROUNDS }, (_, index) => index + 1))
})
