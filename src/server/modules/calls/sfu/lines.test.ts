import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { expect, test, vi } from 'vitest'
import { PeerId, SessionId } from '#contract/values.ts'
import { createLogger } from '#server/platform/logger.ts'
import type { DB } from '../../../db/schema.ts'
import type { Deps, OpenSocket, SfuLine } from '../../../deps.ts'
import { createLines } from './lines.service.ts'

const id = (n: number) => `01890000-0000-7000-8000-00000000000${n}`
const SEAT = { sessionId: SessionId.parse(id(1)), peerId: PeerId.parse(id(2)) }
const LINE = id(3)

/** A database in which somebody is in a call through an SFU, and how often it was asked. */
function database() {
  const asked = vi.fn<(query: CompiledQuery) => void>()
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return {
        async executeQuery<Row>(query: CompiledQuery) {
          asked(query)
          const stay = { id: id(4), sfu_room: 7, sfu: null }
          return { rows: [stay as Row], numAffectedRows: 1n }
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
  return { db, asked }
}

/** A browser with a line to an SFU, and what tells the line that the others send something else. */
async function opened() {
  const { db, asked } = database()
  const told: (() => void)[] = []
  const line = {
    ids: () => ({ session: 1, up: 2, down: null }),
    receive: vi.fn<SfuLine['receive']>().mockResolvedValue(undefined),
    takeCandidate: vi.fn<SfuLine['takeCandidate']>(),
    forget: () => undefined,
  }
  const sfu = {
    isReady: () => true,
    onBack: () => undefined,
    openLine: async () => ({ line, answer: 'an answer' }),
    endLine: async () => undefined,
    rooms: {
      watch(_room: number, onChange: () => void) {
        told.push(onChange)
        return { isKnown: () => true, publishers: () => [], stop: () => undefined }
      },
    },
  }
  const deps = { db, sfu, log: createLogger('silent'), newId: () => id(5) } as unknown as Deps
  const send = vi.fn<OpenSocket['send']>()
  const socket = { send } as unknown as OpenSocket
  const lines = createLines(deps)!
  const hear = (say: Parameters<typeof lines.hear>[2]['say']) => lines.hear(socket, SEAT, { line: LINE, say })
  hear({ offer: 'm=audio', tracks: [] })
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => expect(told).toHaveLength(1))
  return { hear, line, send, asked, changed: () => told.forEach((each) => each()) }
}

test('somebody who changes what they send all the time keeps nobody else from being heard', async () => {
  const { hear, line, send, asked, changed } = await opened()
  const before = asked.mock.calls.length
  for (let n = 0; n < 500; n += 1) changed()
  hear({ way: 'up', candidate: null })
  await vi.waitFor(() => expect(line.takeCandidate).toHaveBeenCalledTimes(1))
  // They are looked at once, together.
  expect(asked.mock.calls.length - before).toBe(1)
  expect(send).toHaveBeenCalledTimes(1)
})
