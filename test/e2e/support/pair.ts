import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { createDatabase } from '#server/platform/postgres/postgres.ts'
import { epochMs, fromIso, toIso } from '#time/clock.ts'
import { test as base } from './fixtures.ts'
import { JOURNEY_NOW, type TestServer, startServer } from './server.ts'

export { expect } from './fixtures.ts'

/** What is stored of a message: its text, or null of one that was deleted. */
type Stored = { seq: number; text: string | null }

// Two servers on one database. Each person keeps the address of theirs, as behind a proxy that remembers people.
export type Pair = {
  one: TestServer
  two: TestServer
  /** Ends the first and starts it again at its address, with `meanwhile` in between. */
  restartOne(meanwhile: () => Promise<void>, how?: 'stop' | 'kill'): Promise<void>
  /** Sets the clocks of both. */
  jumpTo(iso: string): Promise<void>
  /** The messages of a room in the order of the database. */
  messagesOf(roomId: string): Promise<Stored[]>
}

export const test = base.extend<{ pair: Pair }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs off this pattern.
  pair: async ({}, use) => {
    const shared = await startShared()
    const { settings, url } = shared
    const home = await freePort()
    const now = clockFrom(JOURNEY_NOW)
    const start = () => startServer({ ...settings, PORT: home, TEST_NOW: now() })
    const servers = { one: await start(), two: await startServer(settings) }
    const { db, close } = createDatabase({ url })
    await use({
      ...servers,
      async restartOne(meanwhile, how = 'stop') {
        await servers.one[how]()
        await meanwhile()
        servers.one = await start()
      },
      async jumpTo(iso) {
        await Promise.all([servers.one.jumpTo(iso), servers.two.jumpTo(iso)])
      },
      async messagesOf(roomId) {
        const rows = await db
          .selectFrom('messages')
          .where('room_id', '=', roomId as never)
          .select(['seq', 'body', 'deleted_at'])
          .orderBy('seq')
          .execute()
        return rows.map(({ seq, body, deleted_at: deletedAt }) => ({ seq, text: deletedAt ? null : body }))
      },
    })
    await close()
    await servers.one.stop()
    await servers.two.stop()
    await shared.stop()
  },
})

/** A clock that goes on while a server is away, which then starts again at its time. */
export function clockFrom(iso: string): () => string {
  const began = performance.now()
  return () => toIso(epochMs(fromIso(iso) + Math.round(performance.now() - began)))
}

/** What outlives each server: a database, and the settings that two servers have in common. */
export async function startShared() {
  const folder = await mkdtemp(join(tmpdir(), 'norte-two-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  const { host, port, user, database } = postgres.connection
  const url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}&sslmode=disable`
  return {
    url,
    settings: { DATABASE_URL: url, TOKEN_SECRET: randomBytes(48).toString('base64') },
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A port that a server can have again after it ended. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return String(port)
}
