import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DB } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { systemClock } from '#time/clock.ts'
import { createLogger } from '#server/platform/logger.ts'
import { reap } from './reaping.service.ts'

const ROOM = 7
const SESSION = 11

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server with an SFU, how often it has looked for lost lines, and what it has ended of what a call has left. */
function server(left = { lines: [] as number[], isRoomLost: false }) {
  let looks = 0
  const ended: string[] = []
  const rowsOf = (query: string): object[] => {
    if (query.includes('call_stays lost')) {
      looks += 1
      return left.lines.map((session) => ({ stayId: 'a stay', room: ROOM, stored: { version: 1, session } }))
    }
    // That the room of a call with lines is not lost is known by `sfu.repository.db.test.ts`.
    if (query.includes('call_stays lined')) return left.isRoomLost ? [{ sessionId: 'one', room: ROOM }] : []
    return []
  }
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return {
        async executeQuery<Row>({ sql }: CompiledQuery) {
          return { rows: rowsOf(sql) as Row[] }
        },
        streamQuery() {
          throw new Error('nothing is streamed')
        },
      }
    }
  }
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const sfu = {
    isReady: () => true,
    async endLine(session: number) {
      ended.push(`line ${session}`)
      left.lines = []
    },
    rooms: {
      dismiss: async () => undefined,
      async destroy(room: number) {
        ended.push(`room ${room}`)
        left.isRoomLost = false
      },
    },
  }
  const deps = { db, sfu, clock: systemClock, log: createLogger('silent') } as unknown as Deps
  return { deps, looks: () => looks, ended }
}

test('however many people leave at once, it is looked once meanwhile and once afterwards for what they left', async () => {
  const { deps, looks } = server()
  await Promise.all(Array.from({ length: 50 }, () => reap(deps)))
  expect(looks()).toBe(2)
  await reap(deps)
  expect(looks()).toBe(3)
})

test('a room is ended some seconds after its lines, because Janus lets go of them after it has answered', async () => {
  const left = { lines: [SESSION], isRoomLost: true }
  const { deps, ended } = server(left)
  await reap(deps)
  await vi.advanceTimersByTimeAsync(2_000)
  await reap(deps)
  expect(ended).toEqual([`line ${SESSION}`])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ended).toEqual([`line ${SESSION}`, `room ${ROOM}`])
})

test('a room into which somebody came back is not ended', async () => {
  const left = { lines: [] as number[], isRoomLost: true }
  const { deps, ended } = server(left)
  await reap(deps)
  left.isRoomLost = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ended).toEqual([])
  // Once they have left it again, it waits for as long as before.
  left.isRoomLost = true
  await reap(deps)
  expect(ended).toEqual([])
})
