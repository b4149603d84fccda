import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { SessionId } from '#contract/values.ts'
import type { CallState } from '#contract/video/signals.ts'
import { addMinutes, fixedClock, systemClock, toIso } from '#time/clock.ts'
import { makeApp } from '#test/support/app.ts'
import { type Tab, heardOf, joined, openTab, untilPeers } from '#test/support/calls.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { book, made } from '#test/support/sessions.ts'
import { cut } from '#test/support/sockets.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { dataFolder } from './data-folder.ts'

// Servers that are killed in the middle of a call, each a separate process on one database.
const folder = dataFolder()
let database: TestDatabase
const servers: ServerProcess[] = []
const tabs: Tab[] = []

beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  for (const { socket } of tabs) socket.close()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})
afterAll(() => database.close())

async function start(): Promise<ServerProcess> {
  const env = { DATA_DIR: folder.path, DATABASE_URL: database.url, TOKEN_SECRET, ROLES: 'web' }
  const server = await startServer({ env })
  servers.push(server)
  return server
}

async function tabAt({ url }: ServerProcess, who: { token: string }, before?: Tab): Promise<Tab> {
  const tab = await openTab(url, who)
  tabs.push(tab)
  return before ? { ...tab, peerId: before.peerId } : tab
}

async function killed(server: ServerProcess, ...watching: Tab[]): Promise<void> {
  const lost = watching.map(({ socket }) => cut(socket))
  server.child.kill('SIGKILL')
  await Promise.all(lost)
}

// @spec P.223
test('the people of a server that is killed come back through another one and never left, and so do all after the last', async () => {
  const now = systemClock.now()
  const app = await makeApp({ database, env: { TOKEN_SECRET }, clock: fixedClock(now) })
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  const sessionId: SessionId = (await made(book(app, coach, client, toIso(addMinutes(now, 5))))).id
  const stays = () =>
    app.deps.db
      .selectFrom('call_stays')
      .where('session_id', '=', sessionId)
      .orderBy('joined_at')
      .select(['id', 'left_at as leftAt'])
      .execute()

  const [first, second] = await Promise.all([start(), start()])
  const [ofCoach, ofClient] = [await tabAt(first, coach), await tabAt(second, client)]
  await joined(ofCoach, sessionId)
  await joined(ofClient, sessionId)
  await untilPeers(ofCoach, [ofCoach, ofClient])
  const before = await stays()

  await killed(first, ofCoach)
  const coachAgain = await tabAt(second, coach, ofCoach)
  await joined(coachAgain, sessionId)
  await untilPeers(ofClient, [coachAgain, ofClient])
  // Nobody was told that the coach had left, so browsers kept what they have of them.
  expect(heardOf<CallState>(ofClient, 'CALL_PEERS').map(({ peers }) => peers.length)).not.toContain(1)

  await killed(second, coachAgain, ofClient)
  const third = await start()
  const back = [await tabAt(third, coach, ofCoach), await tabAt(third, client, ofClient)] as const
  for (const tab of back) await joined(tab, sessionId)
  await untilPeers(back[0], back)
  expect(await stays()).toEqual(before)
  expect(before.map(({ leftAt }) => leftAt)).toEqual([null, null])
  await app.close()
})
