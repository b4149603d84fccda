import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { MessageDto } from '#contract/thread.ts'
import type { RoomId } from '#contract/values.ts'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

type Query = { before?: number; after?: number; since?: number; items?: number }
type Asked = { query?: Query; body?: { readSeq?: number } }
const call = vi.hoisted(() => vi.fn<(route: string, input: Asked) => Promise<unknown>>())
vi.mock('#web/api/call.ts', () => ({ call }))
resetModulesAfterwards()

vi.resetModules()
const { ApiFailure } = await import('#web/api/failure.ts')
const { tellRoomNews } = await import('#web/api/realtime/room-news.ts')
const { createThreadStore } = await import('./thread-store.ts')

const ROOM = 'room' as RoomId

/** A room of the server with messages of Eva, of which Ana has read some. */
function makeRoom(count: number, readSeq = count, isUp = true) {
  const messages: MessageDto[] = []
  const write = () => {
    const seq = messages.length + 1
    const sender = { userId: 'eva', name: 'Eva', lastName: '', photo: null }
    const words = { text: `m${seq}`, attachments: [], replyTo: null, deletedAt: null, editedAt: null }
    const message = {
      id: `m${seq}`,
      roomId: ROOM,
      seq,
      revision: seq,
      sender,
      clientKey: `k${seq}`,
      ...words,
    }
    messages.push(message as unknown as MessageDto)
    return messages.at(-1)!
  }
  for (let n = 0; n < count; n += 1) write()
  const asked: Query[] = []
  const read: number[] = []
  /** `held`: answers that were read on the server, and arrive once it is resolved or fail when it is refused. */
  const line: { isUp: boolean; isGone: boolean; barrier: 'ended' | null; held?: Promise<void> | undefined } =
    {
      isUp,
      isGone: false,
      barrier: null,
    }
  call.mockImplementation(async (route, { query = {}, body }) => {
    if (!line.isUp) throw new ApiFailure('network', 0, 'Sin conexión')
    if (line.isGone) throw new ApiFailure('message.room_not_found', 404, 'No existe')
    if (route.startsWith('PUT')) return void read.push(body!.readSeq!)
    asked.push(query)
    const { before = Infinity, after = 0, since = 0, items = 50 } = query
    const found = messages.filter(({ seq, revision }) => seq < before && seq > after && revision > since)
    const revision = messages.length
    const { held } = line
    if (held) await held
    const isOnwards = query.after !== undefined || query.since !== undefined
    return {
      data: isOnwards ? found.slice(0, items) : found.slice(-items),
      more: found.length > items,
      revision,
      lastSeq: revision,
      reads: [{ userId: 'ana', deliveredSeq: count, readSeq }],
      people: [],
      barrier: line.barrier,
    }
  })
  const store = createThreadStore(ROOM, 'ana')
  const stop = store.start()
  onTestFinished(stop)
  const places = () => store.snapshot().thread?.messages.map(({ seq }) => seq) ?? []
  const hear = (message: MessageDto) =>
    tellRoomNews(({ message: tell }) => tell?.({ message } as Parameters<NonNullable<typeof tell>>[0]))
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { store, write, asked, read, line, places, hear, settle }
}

beforeEach(() => {
  call.mockReset()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

// @spec P.162
describe('an open room', () => {
  test('shows what it hears without asking, and asks for a gap', async () => {
    const { write, asked, places, hear, settle } = makeRoom(3)
    await settle()
    hear(write())
    expect(places()).toEqual([1, 2, 3, 4])
    expect(asked).toHaveLength(1)
    write()
    hear(write())
    await settle()
    expect(places()).toEqual([1, 2, 3, 4, 5, 6])
    expect(asked.at(-1)).toMatchObject({ since: 4 })
  })

  test('asks for what it missed once the connection is back, and reads on from its place after a long time', async () => {
    const { store, write, asked, places, line, settle } = makeRoom(3)
    await settle()
    line.isUp = false
    for (let n = 0; n < 250; n += 1) write()
    tellRoomNews(({ connected }) => connected?.())
    await settle()
    expect(places()).toEqual([1, 2, 3])
    line.isUp = true
    tellRoomNews(({ connected }) => connected?.())
    await settle()
    expect(places()).toEqual(range(1, 33))
    expect(asked.slice(1)).toMatchObject([{ since: 3 }, { before: 4 }, { after: 3 }])
    await store.toNewest()
    expect(places()).toEqual(range(204, 253))
  })

  test('asks again once the connection is there, when an answer may be from before it', async () => {
    const { write, places, line, settle } = makeRoom(3)
    await settle()
    const late = Promise.withResolvers<void>()
    line.held = late.promise
    dispatchEvent(new Event('online'))
    await settle()
    // Written after the answer was read, and before this browser is in its rooms: nobody tells it.
    write()
    line.held = undefined
    tellRoomNews(({ connected }) => connected?.())
    late.resolve()
    await settle()
    expect(places()).toEqual([1, 2, 3, 4])
  })

  test('asks again when what was asked on a line that had died fails after the new one is there', async () => {
    const { write, places, line, settle } = makeRoom(3)
    await settle()
    const dead = Promise.withResolvers<void>()
    line.held = dead.promise
    dispatchEvent(new Event('online'))
    await settle()
    write()
    line.held = undefined
    tellRoomNews(({ connected }) => connected?.())
    await settle()
    expect(places()).toEqual([1, 2, 3])
    dead.reject(new ApiFailure('network', 0, 'Sin conexión'))
    await settle()
    expect(places()).toEqual([1, 2, 3, 4])
  })

  test('asks again for a gap that could not be fetched beside a line that holds', async () => {
    const { write, places, hear, line, settle } = makeRoom(3)
    await settle()
    write()
    line.isUp = false
    hear(write())
    await settle()
    expect(places()).toEqual([1, 2, 3])
    line.isUp = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(places()).toEqual([1, 2, 3, 4, 5])
  })

  test.each(['its first page', 'a place that is jumped to', 'the newest page'])(
    'has what it heard while %s was on its way',
    async (what) => {
      const { store, write, places, hear, line, settle } = makeRoom(300)
      const late = Promise.withResolvers<void>()
      if (what !== 'its first page') {
        await settle()
        if (what === 'the newest page') await store.jump(1)
      }
      line.held = late.promise
      if (what === 'its first page') store.retry()
      const arrives = what === 'a place that is jumped to' ? store.jump(230) : store.toNewest()
      await settle()
      const message = write()
      hear(message)
      line.held = undefined
      late.resolve()
      await arrives
      await settle()
      if (what === 'a place that is jumped to') await store.toNewest()
      expect(places().at(-1)).toBe(message.seq)
    },
  )

  test('that cannot be read says so, and opens by itself when there is a connection', async () => {
    const { store, line, places, settle } = makeRoom(2, 2, false)
    await settle()
    expect(store.snapshot().status).toBe('failed')
    line.isUp = true
    dispatchEvent(new Event('online'))
    await settle()
    expect(store.snapshot().status).toBe('ready')
    expect(places()).toEqual([1, 2])
  })

  test('says that the newest messages did not arrive, and stays where it is', async () => {
    const { store, places, line, settle } = makeRoom(300)
    await settle()
    await store.jump(10)
    line.isUp = false
    await expect(store.toNewest()).rejects.toThrow('Sin conexión')
    expect(store.snapshot().status).toBe('ready')
    expect(places()).toEqual(range(1, 40))
    line.isUp = true
    await store.toNewest()
    expect(places()).toEqual(range(251, 300))
  })

  test('is closed, and open again, while it is on the screen', async () => {
    const { store, line, asked, settle } = makeRoom(3)
    await settle()
    const hearOf = (subject: 'client' | 'action', id: string) =>
      tellRoomNews(({ circumstances }) => circumstances?.({ subject, id }))
    const barrier = () => store.snapshot().thread?.barrier
    line.barrier = 'ended'
    hearOf('client', 'another')
    hearOf('action', ROOM)
    await settle()
    expect(asked).toHaveLength(1)
    hearOf('client', ROOM)
    // Changed once more before the answer to the first question has arrived: that one is old by then.
    line.barrier = null
    hearOf('client', ROOM)
    line.barrier = 'ended'
    await settle()
    expect(barrier()).toBe('ended')
    expect(asked).toHaveLength(3)
    line.barrier = null
    hearOf('client', ROOM)
    await settle()
    expect(barrier()).toBeNull()
  })

  test('that is no longer the viewer’s shows nothing more of it', async () => {
    const { store, line, settle } = makeRoom(2)
    await settle()
    line.isGone = true
    tellRoomNews(({ connected }) => connected?.())
    await settle()
    expect(store.snapshot()).toMatchObject({ status: 'gone', thread: undefined })
  })

  test('opens where somebody stopped reading, and reads on in both directions', async () => {
    const { store, places, settle } = makeRoom(300, 120)
    await settle()
    expect(store.snapshot()).toMatchObject({ unreadFrom: 121, target: { seq: 121 } })
    expect(places()).toEqual(range(91, 150))
    store.loadOlder()
    await settle()
    store.loadNewer()
    await settle()
    expect(places()).toEqual(range(41, 200))
    await store.toNewest()
    expect(places()).toEqual(range(251, 300))
  })

  test('jumps to a place far back, and knows that it is not at its end there', async () => {
    const { store, write, places, hear, settle } = makeRoom(500)
    await settle()
    await store.jump(10)
    expect(places()).toEqual(range(1, 40))
    // What is new is not shown beside what is old.
    hear(write())
    await settle()
    expect(places()).toEqual(range(1, 40))
    expect(store.snapshot().thread?.lastSeq).toBe(501)
  })

  test('asks again for a newer page that did not arrive, by a press and when the line is back', async () => {
    const { store, places, line, settle } = makeRoom(300)
    await settle()
    await store.jump(1)
    expect(places()).toEqual(range(1, 31))
    line.isUp = false
    store.loadNewer()
    await settle()
    expect(store.snapshot().loading.failed).toBe('newer')
    line.isUp = true
    store.reload()
    await settle()
    expect(store.snapshot().loading.failed).toBeUndefined()
    expect(places()).toEqual(range(1, 81))
    line.isUp = false
    store.loadNewer()
    await settle()
    line.isUp = true
    dispatchEvent(new Event('online'))
    await settle()
    expect(store.snapshot().loading.failed).toBeUndefined()
    expect(places()).toEqual(range(1, 131))
  })

  test('holds no more than it needs of a day on which somebody reads along', async () => {
    const { store, write, hear, places, settle } = makeRoom(3)
    await settle()
    for (let n = 0; n < 1_300; n += 1) {
      const message = write()
      hear(message)
      store.saw(message.seq)
    }
    expect(places().length).toBeLessThanOrEqual(1_200)
    expect(places().at(-1)).toBe(1_303)
    // The beginning is still there to be read.
    const [first = 0] = places()
    store.loadOlder()
    await settle()
    expect(places()[0]).toBe(first - 50)
  })

  test('holds no more than it needs while somebody reads back for long', async () => {
    const { store, places, settle } = makeRoom(2_000)
    await settle()
    for (let n = 0; n < 30; n += 1) {
      store.loadOlder()
      await settle()
    }
    expect(places().length).toBeLessThanOrEqual(650)
    expect(places()[0]).toBe(451)
  })
})

// @spec P.163
test('what was seen is told once a second at most, and only forwards', async () => {
  const { store, read, settle } = makeRoom(20, 5)
  await settle()
  for (const seq of [6, 9, 12, 7]) store.saw(seq)
  expect(read).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(read).toEqual([12])
  store.saw(3)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(read).toEqual([12])
})

test('what was seen without a connection is told when it is back', async () => {
  const { store, read, line, settle } = makeRoom(20, 5)
  await settle()
  line.isUp = false
  store.saw(12)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(read).toEqual([])
  line.isUp = true
  tellRoomNews(({ connected }) => connected?.())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(read).toEqual([12])
})

test('what was seen while the server could not store it is told later, without anything else happening', async () => {
  const { store, read, line, settle } = makeRoom(20, 5)
  await settle()
  line.isUp = false
  store.saw(12)
  await vi.advanceTimersByTimeAsync(1_000)
  line.isUp = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(read).toEqual([12])
})
