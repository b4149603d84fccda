import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PeerId, SessionId } from '#contract/values.ts'
import type { FromSfu, ToSfu } from '#contract/video/sfu.ts'
import { createLogger } from '#server/platform/logger.ts'
import type { DB } from '../../../db/schema.ts'
import type { Deps, OpenSocket, SfuLine } from '../../../deps.ts'
import { createLines } from './lines.service.ts'

const id = (n: number) => `01890000-0000-7000-8000-00000000000${n}`
const SEAT = { sessionId: SessionId.parse(id(1)), peerId: PeerId.parse(id(2)) }
const LINE = id(3)
type Publisher = ReturnType<ReturnType<NonNullable<Deps['sfu']>['rooms']['watch']>['publishers']>[number]
/** Somebody who sends a voice. */
const ANA = {
  feed: 9,
  display: id(6),
  streams: [{ mid: '0', isAudio: true, kind: 'audio' as const, hasLayers: false }],
}

/** A database in which somebody is in a call through an SFU, what it was asked, and their line as it is stored. */
function database(stored: object | null = null) {
  const asked = vi.fn<(query: CompiledQuery) => void>()
  const state = { stored, until: Promise.resolve() }
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return {
        async executeQuery<Row>(query: CompiledQuery) {
          asked(query)
          await state.until
          const [first] = query.parameters
          if (query.sql.startsWith('update')) state.stored = JSON.parse(String(first)) as object
          const stay = { id: id(4), sfu_room: 7, sfu: state.stored }
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
  return { db, asked, state }
}

/** A server that a browser with a line to an SFU speaks with, and what tells the line that the others send something else. */
function serverOf({ db }: Pick<ReturnType<typeof database>, 'db'>, holder = id(5)) {
  const told: (() => void)[] = []
  const room = { isKnown: true, publishers: [] as Publisher[] }
  let offers = 0
  const line = {
    ids: () => ({ session: 1, up: 2, down: 3 }),
    receive: vi.fn<SfuLine['receive']>().mockImplementation(async ({ subscribe }) => ({
      sdp: `offer ${(offers += 1)}`,
      carried: subscribe.map(({ feed, mid }) => ({ mid, feed, feedMid: mid })),
    })),
    offerAgain: vi
      .fn<SfuLine['offerAgain']>()
      .mockImplementation(async ({ restart }) => `${restart ? 'restart' : 'again'} ${(offers += 1)}`),
    takeAnswer: vi.fn<SfuLine['takeAnswer']>().mockResolvedValue(undefined),
    showAs: vi.fn<SfuLine['showAs']>().mockResolvedValue(undefined),
    takeCandidate: vi.fn<SfuLine['takeCandidate']>(),
    forget: () => undefined,
  }
  const sfu = {
    isReady: () => true,
    onBack: () => undefined,
    openLine: async () => ({ line, answer: 'an answer' }),
    takeLine: async () => line,
    endLine: async () => undefined,
    rooms: {
      watch(_room: number, onChange: () => void) {
        told.push(onChange)
        return { isKnown: () => room.isKnown, publishers: () => room.publishers, stop: () => undefined }
      },
    },
  }
  const deps = { db, sfu, log: createLogger('silent'), newId: () => holder } as unknown as Deps
  const send = vi.fn<OpenSocket['send']>()
  const socket = { send } as unknown as OpenSocket
  const lines = createLines(deps)!
  return {
    line,
    send,
    hear: (say: ToSfu, of: string = LINE) => lines.hear(socket, SEAT, { line: of, say }),
    resume: () => lines.resume(socket, SEAT),
    changed: () => told.forEach((each) => each()),
    isWatching: () => told.length > 0,
    room,
    heard: () => send.mock.calls.map(([, payload]) => (payload as { say: FromSfu }).say),
  }
}

/** A browser with a line to an SFU. */
async function opened() {
  const { db, asked, state } = database()
  const server = serverOf({ db })
  server.hear({ offer: 'm=audio', tracks: [] })
  await vi.waitFor(() => expect(server.send).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => expect(server.isWatching()).toBe(true))
  return { ...server, asked, state, db }
}

test('who wants voices only gets no pictures, also none that come later, until they want them again', async () => {
  const { hear, heard, line, room, changed } = await opened()
  const camera = { mid: '1', isAudio: false, kind: 'camera' as const, hasLayers: true }
  const answer = async (offers: number) => {
    await vi.waitFor(() => expect(heard().at(-1)).toMatchObject({ offer: `offer ${offers}` }))
    hear({ answer: 'answer' })
    await vi.waitFor(() => expect(line.takeAnswer).toHaveBeenCalledTimes(offers))
  }
  const shown = () => line.showAs.mock.lastCall?.[0]
  const sizes = [{ peerId: PeerId.parse(ANA.display), size: 'large' as const }]
  room.publishers = [ANA]
  changed()
  await answer(1)
  hear({ sizes: [], voicesOnly: true })
  await vi.waitFor(() => expect(shown()).toEqual([]))
  room.publishers = [{ ...ANA, streams: [...ANA.streams, camera] }]
  changed()
  await answer(2)
  await vi.waitFor(() => expect(shown()).toEqual([{ mid: '1', layer: 0, isSent: false }]))
  hear({ sizes })
  await vi.waitFor(() => expect(shown()).toEqual([{ mid: '1', layer: 2, isSent: true }]))
  // What is known is not said again: a picture that is asked for starts again.
  hear({ sizes: [] })
  await vi.waitFor(() => expect(shown()).toEqual([{ mid: '1', layer: 0 }]))
})

test('a new line in place of one that took voices only has pictures until its browser says otherwise', async () => {
  const { hear, heard, line, room, changed } = await opened()
  hear({ sizes: [], voicesOnly: true })
  const next = id(8)
  hear({ offer: 'm=audio', tracks: [] }, next)
  await vi.waitFor(() => expect(heard()).toHaveLength(2))
  const camera = { mid: '1', isAudio: false, kind: 'camera' as const, hasLayers: true }
  room.publishers = [{ ...ANA, streams: [camera] }]
  changed()
  await vi.waitFor(() => expect(heard().at(-1)).toMatchObject({ offer: 'offer 1' }))
  line.showAs.mockClear()
  hear({ answer: 'answer' }, next)
  await vi.waitFor(() => expect(line.takeAnswer).toHaveBeenCalledTimes(1))
  hear({ sizes: [] }, next)
  await vi.waitFor(() => expect(line.showAs).toHaveBeenCalledTimes(1))
  expect(line.showAs).toHaveBeenLastCalledWith([{ mid: '1', layer: 0, isSent: true }])
})

test('a server that takes a line over has pictures sent that another one may have kept back', async () => {
  const parts = [{ mid: '0', feed: ANA.feed, feedMid: '1' }]
  const { db } = database({ version: 1, holder: id(5), line: LINE, session: 1, up: 2, down: 3, parts })
  const other = serverOf({ db }, id(7))
  const camera = { mid: '1', isAudio: false, kind: 'camera' as const, hasLayers: true }
  other.room.publishers = [{ ...ANA, streams: [camera] }]
  other.resume()
  other.hear({ sizes: [] })
  await vi.waitFor(() => expect(other.line.showAs).toHaveBeenCalledTimes(1))
  expect(other.line.showAs).toHaveBeenLastCalledWith([{ mid: '0', layer: 0, isSent: true }])
})

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

describe('an offer of what the others send', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const settled = () => vi.advanceTimersByTimeAsync(0)
  const numberOf = (say: FromSfu | undefined) => (say && 'offer' in say ? (say.number ?? -1) : -1)

  /** A browser that was offered what somebody sends. */
  async function offered() {
    const server = await opened()
    server.room.publishers = [ANA]
    server.changed()
    await settled()
    expect(server.heard().at(-1)).toMatchObject({
      offer: 'offer 1',
      tracks: [{ mid: '0', peerId: ANA.display, kind: 'audio' }],
    })
    const number = numberOf(server.heard().at(-1))
    return { ...server, number, answer: () => server.hear({ answer: 'answer', number }) }
  }
  const RENEW = { renew: true }

  test('that is not answered in time ends in a new line', async () => {
    const { heard } = await offered()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(heard()).not.toContainEqual(RENEW)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(heard().at(-1)).toEqual(RENEW)
  })

  test('is answered once the answer is here, however long this server takes to hear it', async () => {
    const { heard, line, changed, state, answer } = await offered()
    const { promise, resolve } = Promise.withResolvers<void>()
    state.until = promise
    changed()
    await vi.advanceTimersByTimeAsync(14_000)
    answer()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(line.takeAnswer).not.toHaveBeenCalled()
    resolve()
    await settled()
    expect(line.takeAnswer).toHaveBeenCalledExactlyOnceWith('answer')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(heard()).not.toContainEqual(RENEW)
  })

  test('that crosses with the wish for a new one is followed by that', async () => {
    const { hear, heard, line, answer } = await offered()
    hear({ again: 'down' })
    await settled()
    expect(line.offerAgain).not.toHaveBeenCalled()
    answer()
    await settled()
    expect(line.offerAgain).toHaveBeenCalledExactlyOnceWith({ restart: true })
    expect(heard().at(-1)).toMatchObject({ offer: 'restart 2' })
    // That is what is wished for: it is not offered once more.
    hear({ again: 'down' })
    hear({ answer: 'answer', number: numberOf(heard().at(-1)) })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(line.offerAgain).toHaveBeenCalledTimes(1)
    expect(heard()).not.toContainEqual(RENEW)
  })

  test('is not answered by what answers another one', async () => {
    const { hear, line, number } = await offered()
    hear({ answer: 'another', number: number + 1 })
    await settled()
    expect(line.takeAnswer).not.toHaveBeenCalled()
    // Pages that were loaded before offers had numbers say none.
    hear({ answer: 'answer' })
    await settled()
    expect(line.takeAnswer).toHaveBeenCalledExactlyOnceWith('answer')
  })

  test('is kept until it is answered, and said again as it is by a server that takes the line over', async () => {
    const { db, state, number } = await offered()
    const other = serverOf({ db }, id(7))
    other.room.isKnown = false
    other.resume()
    await settled()
    // Whose the tracks are is not known yet.
    expect(other.heard()).toEqual([])
    other.room.publishers = [ANA]
    other.room.isKnown = true
    other.changed()
    await settled()
    const tracks = [{ mid: '0', peerId: ANA.display, kind: 'audio' }]
    expect(other.heard()).toEqual([{ offer: 'offer 1', number, tracks }])
    other.hear({ answer: 'answer', number })
    await settled()
    expect(other.line.takeAnswer).toHaveBeenCalledExactlyOnceWith('answer')
    expect(other.line.offerAgain).not.toHaveBeenCalled()
    expect(state.stored).toMatchObject({ holder: id(7), parts: [{ feed: ANA.feed }] })
    expect(state.stored).not.toHaveProperty('offer')
    // Without one that waits Janus is asked.
    const third = serverOf({ db }, id(8))
    third.room.publishers = [ANA]
    third.resume()
    await settled()
    expect(third.heard()).toMatchObject([{ offer: 'again 1' }])
  })

  test('of a browser that answers the new server before it was said again is taken', async () => {
    const { db, number } = await offered()
    const other = serverOf({ db }, id(7))
    other.room.isKnown = false
    other.resume()
    other.hear({ answer: 'answer', number })
    await settled()
    expect(other.line.takeAnswer).toHaveBeenCalledExactlyOnceWith('answer')
    other.room.publishers = [ANA]
    other.room.isKnown = true
    other.changed()
    await settled()
    expect(other.heard()).toEqual([])
  })

  test('that an earlier release has left where it was, with another holder, is not said', async () => {
    const { db, state } = await offered()
    state.stored = { ...state.stored, holder: id(8) }
    const other = serverOf({ db }, id(7))
    other.room.publishers = [ANA]
    other.resume()
    await settled()
    expect(other.heard()).toMatchObject([{ offer: 'again 1' }])
  })

  test('of a line of an earlier release is asked for', async () => {
    const parts = [{ mid: '0', feed: ANA.feed, feedMid: '0' }]
    const { db } = database({ version: 1, holder: id(5), line: LINE, session: 1, up: 2, down: 3, parts })
    const other = serverOf({ db }, id(7))
    other.room.publishers = [ANA]
    other.resume()
    await settled()
    expect(other.heard()).toMatchObject([{ offer: 'again 1' }])
  })
})
