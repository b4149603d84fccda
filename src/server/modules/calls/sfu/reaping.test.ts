import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, test } from 'vitest'
import type { DB } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { systemClock } from '#time/clock.ts'
import { createLogger } from '#server/platform/logger.ts'
import { reap } from './reaping.service.ts'

/** A server with an SFU, and how often it has looked for lost lines: calls have left nothing. */
function server() {
  let looks = 0
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log({ query }) {
      if (query.sql.includes('call_stays lost')) looks += 1
    },
  })
  const sfu = { isReady: () => true }
  const deps = { db, sfu, clock: systemClock, log: createLogger('silent') } as unknown as Deps
  return { deps, looks: () => looks }
}

test('however many people leave at once, it is looked once meanwhile and once afterwards for what they left', async () => {
  const { deps, looks } = server()
  await Promise.all(Array.from({ length: 50 }, () => reap(deps)))
  expect(looks()).toBe(2)
  await reap(deps)
  expect(looks()).toBe(3)
})
