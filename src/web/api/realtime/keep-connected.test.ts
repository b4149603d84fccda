import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '#time/clock.ts'
import { MOST_SILENCE_MS, SOCKET_RETRY_MS, keepConnected } from './keep-connected.ts'

/** A socket as the library has it: active while connected or waiting for its next attempt. */
function openLine() {
  const line = {
    connected: false,
    active: false,
    connects: 0,
    silence: 0,
    /** Answers the question whether anybody is there. */
    answer: (_: boolean): void => undefined,
    asked: 0,
    silentMs: () => line.silence,
    answers: () =>
      new Promise<boolean>((resolve) => {
        line.asked += 1
        line.answer = resolve
      }),
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
/** `navigator.connection`, which not every browser has. */
const connection = new EventTarget()

beforeEach(() => {
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
})
afterAll(() => vi.unstubAllGlobals())

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

describe('when the page or the machine wakes up', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const ways: [string, () => void][] = [
    ['the page is in sight again', () => page.dispatchEvent(new Event('visibilitychange'))],
    ['the page goes on after it was frozen', () => page.dispatchEvent(new Event('resume'))],
    ['the page is shown from the history', () => network.dispatchEvent(new Event('pageshow'))],
    ['the network is back', networkIsBack],
    ['the network is another one', () => connection.dispatchEvent(new Event('change'))],
    [
      'the machine has slept',
      () => {
        vi.setSystemTime(systemClock.now() + 600_000)
        vi.advanceTimersByTime(5_000)
      },
    ],
  ]
  const opened = (more: object = {}) => {
    vi.useFakeTimers()
    vi.stubGlobal('document', page)
    vi.stubGlobal('navigator', { connection })
    const line = Object.assign(openLine(), { active: true, connected: true }, more)
    const kept = keepConnected(line)
    onTestFinished(() => {
      kept.stop()
      vi.useRealTimers()
    })
    return { line, kept }
  }

  // @spec P.206
  test.each(ways)('and nobody answers, the connection is opened again: %s', async (_, wake) => {
    const { line } = opened()
    wake()
    expect(line).toMatchObject({ asked: 1, connects: 0 })
    line.answer(false)
    await vi.waitFor(() => expect(line.connects).toBe(1))
  })

  test.each(ways)('and the server answers, the connection stays: %s', async (_, wake) => {
    const { line } = opened()
    wake()
    line.answer(true)
    await Promise.resolve()
    expect(line).toMatchObject({ connects: 0, connected: true })
  })

  test.each(ways)('after a long silence nobody is asked: %s', (_, wake) => {
    const { line } = opened({ silence: MOST_SILENCE_MS + 1 })
    wake()
    expect(line).toMatchObject({ asked: 0, connects: 1 })
  })

  test.each(ways)('a lost connection does not wait for the rest of its pause: %s', (_, wake) => {
    const { line } = opened({ connected: false })
    wake()
    expect(line.connects).toBe(1)
  })

  test('a person who comes and goes while the server is away causes few attempts', () => {
    const { line } = opened({ connected: false })
    for (let times = 0; times < 20; times += 1) {
      page.dispatchEvent(new Event('visibilitychange'))
      line.active = false
      vi.advanceTimersByTime(100)
    }
    expect(line.connects).toBe(1)
  })

  test('a page that goes out of sight asks nothing', () => {
    const { line } = opened()
    page.visibilityState = 'hidden'
    page.dispatchEvent(new Event('visibilitychange'))
    page.visibilityState = 'visible'
    expect(line).toMatchObject({ asked: 0, connects: 0 })
  })

  test('an answer that comes after the person has signed out opens nothing', async () => {
    const { line, kept } = opened()
    page.dispatchEvent(new Event('resume'))
    kept.stop()
    line.answer(false)
    await Promise.resolve()
    ways.forEach(([, wake]) => wake())
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
