import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubJanusSocket } from '#test/support/fakes/janus-socket.ts'
import { type JanusConnection, JanusAway, connectJanus } from './janus-connection.ts'
import { tell } from './videoroom.ts'

let connection: JanusConnection
let socket: ReturnType<typeof stubJanusSocket>

beforeEach(async () => {
  // Not `setImmediate`, which comes after what has arrived, as it does in a process that did not run for a while.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  socket = stubJanusSocket()
  const { promise: isUp, resolve: onUp } = Promise.withResolvers<void>()
  connection = connectJanus({
    url: 'ws://janus',
    secret: 'a secret',
    onSaid: () => undefined,
    onOpen: async () => undefined,
    onUp,
    onLost: () => undefined,
  })
  socket().open()
  await isUp
})
afterEach(() => {
  connection.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const immediately = () => new Promise<void>((done) => void setImmediate(done))

test('a question without an answer in time fails', async () => {
  const failed = vi.fn<(error: unknown) => void>()
  connection.ask({ janus: 'create' }).catch(failed)
  vi.advanceTimersByTime(4_999)
  await immediately()
  expect(failed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  await immediately()
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.any(JanusAway))
})

test('an answer that arrived while this process did not run is heard, although its time is over', async () => {
  const asked = connection.ask({ janus: 'create' })
  vi.advanceTimersByTime(8_000)
  socket().answer({ janus: 'success', data: { id: 3 } })
  await expect(asked).resolves.toMatchObject({ data: { id: 3 } })
})

test('a message to a handle has longer, because it waits for those before it', async () => {
  const failed = vi.fn<(error: unknown) => void>()
  const slow = tell(connection, { session: 1, handle: 2 }, { request: 'configure' })
  const never = tell(connection, { session: 1, handle: 2 }, { request: 'start' }).catch(failed)
  vi.advanceTimersByTime(19_000)
  await immediately()
  const [first] = socket().asked
  socket().say({
    janus: 'event',
    transaction: first!.transaction,
    plugindata: { data: { configured: 'ok' } },
  })
  await expect(slow).resolves.toMatchObject({ data: { configured: 'ok' } })
  vi.advanceTimersByTime(1_000)
  await immediately()
  await never
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.any(JanusAway))
})
