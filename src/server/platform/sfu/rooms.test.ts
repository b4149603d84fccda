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
  return { rooms, handles }
}
const settled = () => vi.advanceTimersByTimeAsync(0)

test.each(['allowed', 'join'])(
  'a room is watched after all when Janus did not answer to %s',
  async (request) => {
    const { rooms, handles } = await roomsOf({ failing: [request] })
    const changed = vi.fn<() => void>()
    const watch = rooms.watch(ROOM, changed)
    await settled()
    expect([watch.isKnown(), handles()]).toEqual([false, []])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(watch.isKnown()).toBe(true)
    expect(changed).toHaveBeenCalledTimes(1)
    expect(handles()).toHaveLength(1)
  },
)

test('one that nobody watches any more is not tried again', async () => {
  const { rooms, handles } = await roomsOf({ failing: ['join'] })
  rooms.watch(ROOM, () => undefined).stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(handles()).toEqual([])
})

test('a handle is left as soon as its room is over or is not watched, also while it is made', async () => {
  const { rooms, handles } = await roomsOf()
  const ended = rooms.watch(ROOM, () => undefined)
  await settled()
  const [sender] = handles()
  rooms.hear({ janus: 'event', sender, plugindata: { data: { videoroom: 'destroyed' } } })
  expect(ended.publishers()).toEqual([])
  const left = rooms.watch(ROOM, () => undefined)
  await settled()
  expect(handles()).toHaveLength(1)
  left.stop()
  await settled()
  expect(handles()).toEqual([])
  for (let steps = 0; steps < 6; steps += 1) {
    const one = rooms.watch(ROOM, () => undefined)
    for (let step = 0; step < steps; step += 1) await Promise.resolve()
    one.stop()
  }
  await settled()
  expect(handles()).toEqual([])
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
