import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FakeConnection, losing } from '#test/support/web/connections.ts'
import { type LineWatch, watchLine } from './line-stats.ts'

const SAMPLE_MS = 2_000

let pc: FakeConnection
let lost: number
let steps: string[]
let qualities: string[]
let watching: LineWatch

beforeEach(() => {
  vi.useFakeTimers()
  pc = new FakeConnection()
  lost = 0
  steps = []
  qualities = []
  pc.getStats = losing(() => lost)
  pc.become('connected')
  watching = watchLine(pc, {
    onQuality: (quality) => qualities.push(quality),
    limit: (step) => steps.push(step),
    onFailure: (error) => {
      throw error
    },
  })
})
afterEach(() => {
  watching.close()
  vi.useRealTimers()
})

const samples = (count: number, part: number) => {
  lost = part
  return vi.advanceTimersByTimeAsync(count * SAMPLE_MS)
}

// @spec P.237
describe('a line that is watched', () => {
  test('is not tried sooner than before where its video is switched on again', async () => {
    await samples(1 + 6, 0.5)
    await samples(8, 0)
    await samples(6, 0.5)
    expect(steps).toEqual(['medium', 'low', 'medium', 'low', 'off'])
    watching.showAgain()
    expect(steps.splice(0).at(-1)).toBe('low')
    await samples(15, 0)
    expect(steps).toEqual([])
    await samples(1, 0)
    expect(steps).toEqual(['medium'])
  })

  test('says nothing any more once it is closed, also of what was asked before', async () => {
    await samples(2, 0)
    expect(qualities).toHaveLength(1)
    vi.advanceTimersByTime(SAMPLE_MS)
    watching.close()
    await vi.advanceTimersByTimeAsync(SAMPLE_MS)
    expect(qualities).toHaveLength(1)
  })
})
