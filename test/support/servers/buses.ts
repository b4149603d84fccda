import { createLogger } from '#server/platform/logger.ts'
import { type Bus, createPostgresBus } from '#server/platform/realtime/bus.ts'
import { createRedisBus } from '#server/platform/realtime/redis-bus.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { TOKEN_SECRET } from './token-secret.ts'
import { openTestRedis } from './redis.ts'

const LOG = createLogger('silent')

type Closer = () => Promise<unknown> | void
/** What is to be closed, in reverse order. */
type Closers = Closer[]

type Way = {
  way: string
  /** Opens one bus after the other, one for each server. */
  busesOf: (database: TestDatabase, closers: Closers) => Promise<() => Promise<Bus>>
}

/** The ways by which servers of one database communicate (docs/decisions/067): the same tests hold for each. */
export const WAYS: readonly Way[] = [
  {
    way: 'NOTIFY',
    busesOf:
      async ({ connection, pool }) =>
      () =>
        createPostgresBus(connection, pool, LOG),
  },
  {
    way: 'Redis',
    busesOf: async (_database, closers) => {
      const redis = await openTestRedis()
      closers.push(() => redis.close())
      return () => createRedisBus(redis.url, LOG)
    },
  },
]

/** Two servers of one database, with one clock unless told. */
export async function openTwoServers(
  { busesOf }: Way,
  env: Record<string, string> = {},
  { clocks = 'shared' }: { clocks?: 'shared' | 'separate' } = {},
) {
  const closers: Closers = []
  const database = await openTestDatabase()
  closers.push(() => database.close())
  const open = await busesOf(database, closers)
  const start = async (beside?: TestApp) => {
    const settings = { TOKEN_SECRET, ...env }
    const app = await makeApp({ database, bus: await open(), env: settings, clock: beside?.clock })
    closers.push(() => app.close())
    return app
  }
  const first = await start()
  const apps: readonly [TestApp, TestApp] = [first, await start(clocks === 'shared' ? first : undefined)]
  return {
    apps,
    close: async () => {
      for (const close of closers.toReversed()) await close()
    },
  }
}
