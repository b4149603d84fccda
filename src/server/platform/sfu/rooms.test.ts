import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger } from '../logger.ts'
import { type JanusConnection, JanusAway, type JanusSaid } from './janus-connection.ts'
import { createRooms } from './rooms.ts'

const ROOM = 7

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Rooms of a Janus that gives every session and handle the next number, and does not answer the first of some requests. */
async function roomsOf({
  failing = [] as string[],
  onJoin = (_rooms: ReturnType<typeof createRooms>, _handle: number): void => undefined,
} = {}) {
  const open = new Set<number>()
  const left: number[] = []
  let last = 0
  const fails = [...failing]
  const ask: JanusConnection['ask'] = async (question): Promise<JanusSaid> => {
    await Promise.resolve()
    const { janus, handle_id: handle, body } = question
    if (janus === 'attach') open.add((last += 1))
    if (janus === 'create') last += 1
    if (janus === 'detach') open.delete(handle!)
    const { request = '' } = (body ?? {}) as { request?: string }
    if (fails.includes(request)) {
      fails.splice(fails.indexOf(request), 1)
      throw new JanusAway('no answer')
    }
    if (request === 'leave') left.push(handle!)
    if (request === 'join') onJoin(rooms, handle!)
    return { janus: 'success', data: { id: last }, plugindata: { data: { videoroom: 'success' } } }
  }
  const connection = { ask, isUp: () => true, reset: () => undefined, close: () => undefined }
  const rooms: ReturnType<typeof createRooms> = createRooms(connection, {
    secret: 'a secret',
    log: createLogger('silent'),
  })
  await rooms.open(ask)
  const ofRooms = new Set(open)
  const handles = () => [...open].filter((handle) => !ofRooms.has(handle))
  return { rooms, handles, left, ask }
}
const settled = () => vi.advanceTimersByTimeAsync(0)

test.each(['allowed', 'join'])(
  'a room is watched after all when Janus did not answer to %s',
  async (request) => {
    const { rooms, handles } = await roomsOf({ failing: [request] })
    const changed = vi.fn<() => void>()
    const watch = rooms.watch(ROOM, changed)
    await settled()
    expect(watch.isKnown()).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(watch.isKnown()).toBe(true)
    expect(changed).toHaveBeenCalledTimes(1)
    // What did not answer may have joined after all.
    await vi.advanceTimersByTimeAsync(5_000)
    expect(handles()).toHaveLength(1)
  },
)

test('one that nobody watches any more is not tried again', async () => {
  const { rooms, handles } = await roomsOf({ failing: ['join'] })
  rooms.watch(ROOM, () => undefined).stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(handles()).toEqual([])
})

test('a handle leaves its room at once, and is detached later, because Janus may be ending the room in that moment', async () => {
  const { rooms, handles, left } = await roomsOf()
  const ended = rooms.watch(ROOM, () => undefined)
  await settled()
  const [first] = handles()
  rooms.hear({ janus: 'event', sender: first, plugindata: { data: { videoroom: 'destroyed' } } })
  expect(ended.publishers()).toEqual([])
  const watch = rooms.watch(ROOM, () => undefined)
  await vi.advanceTimersByTimeAsync(4_000)
  const [, second] = handles()
  watch.stop()
  await settled()
  expect(left).toEqual([second])
  expect(handles()).toEqual([first, second])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(handles()).toEqual([second])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(handles()).toEqual([])
})

test('no handle is kept, also of a room that is not watched any more while its handle is made', async () => {
  const { rooms, handles } = await roomsOf()
  for (let steps = 0; steps < 6; steps += 1) {
    const one = rooms.watch(ROOM, () => undefined)
    for (let step = 0; step < steps; step += 1) await Promise.resolve()
    one.stop()
  }
  await vi.advanceTimersByTimeAsync(5_000)
  expect(handles()).toEqual([])
})

test('a handle of a connection that was lost meanwhile is not detached', async () => {
  const { rooms, handles, ask } = await roomsOf()
  const watch = rooms.watch(ROOM, () => undefined)
  await settled()
  const lost = handles()
  watch.stop()
  await rooms.open(ask)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(handles()).toEqual(expect.arrayContaining(lost))
})

test('what is told together with the answer to joining is not lost', async () => {
  const { rooms } = await roomsOf({
    onJoin: (of, sender) =>
      of.hear({ janus: 'event', sender, plugindata: { data: { publishers: [{ id: 5, display: 'ana' }] } } }),
  })
  const changed = vi.fn<() => void>()
  const watch = rooms.watch(ROOM, changed)
  await settled()
  expect(watch.publishers()).toEqual([{ feed: 5, display: 'ana', streams: [] }])
  expect(changed).toHaveBeenCalledTimes(2)
})
