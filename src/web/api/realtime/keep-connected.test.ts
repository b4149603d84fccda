import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { SOCKET_RETRY_MS, keepConnected } from './keep-connected.ts'

/** A socket as the library has it: active while connected or waiting for its next attempt. */
function openLine() {
  const line = {
    connected: false,
    active: false,
    connects: 0,
    connect: () => {
      line.active = true
      line.connects += 1
    },
    disconnect: () => {
      line.active = false
      line.connected = false
    },
  }
  return line
}

const network = new EventTarget()
const networkIsBack = () => network.dispatchEvent(new Event('online'))

beforeEach(() => {
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
})
afterEach(() => vi.unstubAllGlobals())

describe('when the network is back', () => {
  test('a lost connection does not wait for the rest of its pause', () => {
    const line = openLine()
    const connection = keepConnected(line)
    // Lost: the library waits for its next attempt.
    Object.assign(line, { active: true, connected: false })
    networkIsBack()
    expect(line.connects).toBe(1)
    connection.stop()
  })

  test('an open connection stays as it is', () => {
    const line = openLine()
    const connection = keepConnected(line)
    Object.assign(line, { active: true, connected: true })
    networkIsBack()
    expect(line).toMatchObject({ connects: 0, connected: true })
    connection.stop()
  })

  test('who has signed out is not connected again', () => {
    const line = openLine()
    keepConnected(line).stop()
    networkIsBack()
    expect(line.connects).toBe(0)
  })
})

// The server's refusal is looked into meanwhile, which ends in one of these.
test.each(['again', 'later'] as const)(
  'a stopped connection that is asked to come back %s stays closed',
  (when) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const line = openLine()
    const connection = keepConnected(line)
    connection.stop()
    connection[when]()
    vi.advanceTimersByTime(SOCKET_RETRY_MS)
    expect(line.connects).toBe(0)
  },
)
