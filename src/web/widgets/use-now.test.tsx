import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fromIso } from '#time/clock.ts'
import { useNow } from './use-now.ts'

const START = fromIso('2027-02-23T16:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

/** The hook of a page that has just been opened, and how often it was rendered with which time. */
async function opened() {
  const { useNow: useTime }: { useNow: typeof useNow } = await import('./use-now.ts')
  const rendered: number[] = []
  const show = () =>
    renderHook(() => {
      const now = useTime()
      rendered.push(now - START)
      return now
    })
  return { rendered, show }
}

test('the first rendering is not repeated for a time that is a moment newer', async () => {
  const { rendered, show } = await opened()
  vi.setSystemTime(START + 900)
  show()
  expect(rendered).toEqual([0])
})

test('no time is shown for longer than 30 s, also where it is asked for between two', async () => {
  const { rendered, show } = await opened()
  vi.setSystemTime(START + 20_000)
  show()
  pass(10_000)
  expect(rendered).toEqual([0, 30_000])
  pass(30_000)
  expect(rendered).toEqual([0, 30_000, 60_000])
})

test.each([600_000, -3_600_000])(
  'a screen after one without times shows the present: %i ms later',
  async (passed) => {
    const { rendered, show } = await opened()
    show().unmount()
    vi.setSystemTime(START + passed)
    show()
    expect(rendered.slice(1)).toEqual([passed])
  },
)

test('without anybody who asks, nothing ticks', async () => {
  const { show } = await opened()
  show().unmount()
  expect(vi.getTimerCount()).toBe(0)
})
