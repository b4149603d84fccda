import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubJanusSocket } from '#test/support/fakes/janus-socket.ts'
import { createLogger } from '../logger.ts'
import { JanusRefusal } from './janus-connection.ts'
import { type Sfu, type SfuLine, createSfu } from './sfu.ts'

const SESSION = 1
const UP = 2
const DOWN = 3
const CHANGE = { subscribe: [{ feed: 9, mid: '0' }], unsubscribe: [] }

let sfu: Sfu
let socket: ReturnType<typeof stubJanusSocket>
let line: SfuLine
const onOver = vi.fn<() => void>()

const settled = () => vi.advanceTimersByTimeAsync(0)
async function answer(said: object = { janus: 'success', data: { id: 50 } }): Promise<void> {
  socket().answer(said)
  await settled()
}
/** Janus says something of `down` by itself. */
const says = (said: object) => socket().say({ janus: 'event', session_id: SESSION, sender: DOWN, ...said })

beforeEach(async () => {
  vi.useFakeTimers()
  onOver.mockClear()
  socket = stubJanusSocket()
  sfu = createSfu({ url: 'ws://janus', secret: 'a secret' }, createLogger('silent'))
  socket().open()
  await answer()
  await answer()
  const taken = sfu.takeLine({
    ids: { session: SESSION, up: UP, down: DOWN },
    room: 7,
    person: 'a stay',
    display: 'a peer',
    onOver,
  })
  await answer()
  line = await taken
})
afterEach(() => {
  sfu.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a change that Janus makes puts an offer before the browser, and one that changes nothing does not', async () => {
  const jsep = { type: 'offer', sdp: 'v=0' }
  const streams = [{ mid: '0', feed_id: 9, feed_mid: '0' }]
  const changed = line.receive(CHANGE)
  await answer({ janus: 'event', plugindata: { data: { videoroom: 'updated', streams } }, jsep })
  expect(await changed).toEqual({ sdp: 'v=0', carried: [{ mid: '0', feed: 9, feedMid: '0' }] })
  const same = line.receive(CHANGE)
  await answer({ janus: 'event', plugindata: { data: { videoroom: 'updated' } } })
  expect(await same).toBeUndefined()
})

test('a change that Janus puts off, because it waits for an answer, has failed', async () => {
  const [changed] = await Promise.allSettled([
    line.receive(CHANGE),
    answer({ janus: 'event', plugindata: { data: { videoroom: 'updating' } } }),
  ])
  expect(changed).toMatchObject({ status: 'rejected', reason: expect.any(JanusRefusal) as JanusRefusal })
})

test('a line with an offer that nobody asked for is over', () => {
  says({ plugindata: { data: { configured: 'ok' } } })
  expect(onOver).not.toHaveBeenCalled()
  says({ plugindata: { data: { videoroom: 'updated' } }, jsep: { type: 'offer', sdp: 'v=0' } })
  expect(onOver).toHaveBeenCalledTimes(1)
})

test('a line whose room is ended is over a little later, because Janus may still use it', async () => {
  says({ plugindata: { data: { videoroom: 'destroyed' } } })
  says({ janus: 'hangup' })
  await vi.advanceTimersByTimeAsync(4_900)
  expect(onOver).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(onOver).toHaveBeenCalledTimes(1)
})
