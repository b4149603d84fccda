import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { signInClient } from '#test/support/web/people.ts'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

type Asked = { params?: { roomId: string }; body?: { deliveredSeq: number } }
const call = vi.hoisted(() => vi.fn<(route: string, input: Asked) => Promise<unknown>>())
vi.mock('#web/api/call.ts', () => ({ call }))
vi.mock('./outbox.ts', () => ({ outbox: { send: () => Promise.resolve(true) } }))
resetModulesAfterwards()

vi.resetModules()
const { tellRoomNews } = await import('#web/api/realtime/room-news.ts')
const { runMessages } = await import('./background.ts')

/** A server with messages that are not read: what it was told of them. */
function makeServer(unread: Record<string, number>) {
  const told: string[] = []
  const line = { isUp: true }
  call.mockImplementation(async (route, { params, body }) => {
    if (!line.isUp) throw new Error('no line')
    if (route.startsWith('PUT')) return void told.push(`${params!.roomId} ${body!.deliveredSeq}`)
    return { rooms: Object.entries(unread).map(([roomId, seq]) => ({ roomId, unread: 1, last: { seq } })) }
  })
  const back = () => tellRoomNews(({ connected }) => connected?.())
  return { told, line, unread, back }
}

beforeEach(() => {
  signInClient()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('what was received is told once, however often the connection is back, and again only if that failed', async () => {
  const server = makeServer({ r1: 5, r2: 7 })
  onTestFinished(runMessages())
  await vi.advanceTimersByTimeAsync(1_000)
  expect(server.told).toEqual(['r1 5', 'r2 7'])
  for (let n = 0; n < 20; n += 1) {
    server.back()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(server.told).toHaveLength(2)
  server.unread['r1'] = 6
  server.back()
  await vi.advanceTimersByTimeAsync(0)
  server.line.isUp = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(server.told).toHaveLength(2)
  server.line.isUp = true
  server.back()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(server.told.slice(2)).toEqual(['r1 6'])
})

test('what could not be told while the socket stayed open is told later', async () => {
  const server = makeServer({ r1: 5 })
  server.line.isUp = false
  onTestFinished(runMessages())
  await vi.advanceTimersByTimeAsync(5_000)
  server.line.isUp = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.told).toEqual(['r1 5'])
  server.unread['r1'] = 8
  server.back()
  await vi.advanceTimersByTimeAsync(0)
  server.line.isUp = false
  await vi.advanceTimersByTimeAsync(3_000)
  server.line.isUp = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect(server.told).toEqual(['r1 5', 'r1 8'])
})
