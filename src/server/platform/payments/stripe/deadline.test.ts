import { describe, expect, it, vi } from 'vitest'
import { inTime, within } from './deadline.ts'

/** A client whose requests never end; `asked` counts them. */
function silent() {
  let asked = 0
  const makeRequest = () => {
    asked += 1
    return new Promise<never>(() => undefined)
  }
  const client = inTime({ getClientName: () => 'silent', makeRequest })
  const ask = (timeout: number) => client.makeRequest('127.0.0.1', '1', '/', 'GET', {}, '', 'http', timeout)
  return { ask, asked: () => asked }
}

describe('calls of Stripe that are not answered, nor connected', () => {
  it('are waited for as long as one attempt may take', async () => {
    vi.useFakeTimers()
    const { ask } = silent()
    const [failed] = await Promise.allSettled([ask(8_000), vi.advanceTimersByTimeAsync(8_000)])
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'ETIMEDOUT' } })
    vi.useRealTimers()
  })

  it('are waited for no longer than somebody waits for all of them, and then nothing is sent', async () => {
    vi.useFakeTimers()
    const { ask, asked } = silent()
    const work = within(10_000, async () => {
      for (const _attempt of [1, 2, 3]) await ask(8_000).catch(() => undefined)
      await ask(8_000)
    })
    const [failed] = await Promise.allSettled([work, vi.advanceTimersByTimeAsync(10_000)])
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: 'ETIMEDOUT' } })
    expect(asked()).toBe(2)
    vi.useRealTimers()
  })
})
