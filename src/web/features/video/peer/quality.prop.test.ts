import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AT_FIRST,
  ENCODINGS,
  type Sample,
  type VideoStep,
  type Watched,
  qualityOf,
  watch,
  watchReceived,
  worseOf,
} from './quality.ts'

const GOOD: Sample = { lost: 0, roundTripMs: 40, availableBitrate: undefined }
const POOR: Sample = { lost: 0.2, roundTripMs: 900, availableBitrate: undefined }
const STEPS: readonly VideoStep[] = ['full', 'medium', 'low', 'off']

const samples = fc.array(
  fc.record({
    lost: fc.double({ min: 0, max: 1, noNaN: true }),
    roundTripMs: fc.double({ min: 0, max: 3_000, noNaN: true }),
    availableBitrate: fc.option(fc.integer({ min: 0, max: 5_000_000 }), { nil: undefined }),
  }),
  { maxLength: 60 },
)

const after = (all: readonly Sample[]) => all.reduce(watch, AT_FIRST)
const times = (count: number, sample: Sample) => Array.from({ length: count }, () => sample)

// @spec P.237
describe('how much video a line takes', () => {
  test('each step sends less than the one before, and even the least is more than nothing', () => {
    const { full, medium, low } = ENCODINGS
    const bitrates = [full, medium, low].map(({ maxBitrate }) => maxBitrate ?? 0)
    expect(bitrates.toSorted((a, b) => b - a)).toEqual(bitrates)
    expect(Math.min(...bitrates)).toBeGreaterThan(0)
  })

  test('changes by one step at a time, whatever happens', () => {
    fc.assert(
      fc.property(samples, (all) => {
        let before = AT_FIRST
        for (const sample of all) {
          const next = watch(before, sample)
          expect(Math.abs(STEPS.indexOf(next.step) - STEPS.indexOf(before.step))).toBeLessThanOrEqual(1)
          before = next
        }
      }),
    )
  })

  test('does not flicker: between two changes there are at least three samples', () => {
    fc.assert(
      fc.property(samples, (all) => {
        let before = AT_FIRST
        let since = 0
        for (const sample of all) {
          const next = watch(before, sample)
          since += 1
          if (next.step !== before.step) {
            expect(since).toBeGreaterThanOrEqual(3)
            since = 0
          }
          before = next
        }
      }),
      // The step of most lines never changes.
      { examples: [[times(9, POOR)]] },
    )
  })

  test('one bad moment changes nothing, three take a step', () => {
    expect(after(times(2, POOR)).step).toBe('full')
    expect(after([...times(2, POOR), GOOD, ...times(2, POOR)]).step).toBe('full')
    expect(after(times(3, POOR)).step).toBe('medium')
  })

  test('a line that stays bad ends with sound alone, and only its person turns the camera on again', () => {
    expect(after(times(9, POOR)).step).toBe('off')
    expect(after([...times(9, POOR), ...times(100, GOOD)]).step).toBe('off')
  })

  test('a line that recovers gets its video back, more slowly than it lost it', () => {
    const medium = times(3, POOR)
    expect(after([...medium, ...times(7, GOOD)]).step).toBe('medium')
    expect(after([...medium, ...times(8, GOOD)]).step).toBe('full')
  })

  test('a line between two steps is tried less and less often, and at once again after one try that held', () => {
    /** A line that takes a little video, and no more. */
    const narrow = (step: VideoStep): Sample => (step === 'low' ? GOOD : POOR)
    let state = after(times(6, POOR))
    let tries = 0
    // Half an hour.
    for (let sample = 0; sample < 900; sample += 1) {
      const next = watch(state, narrow(state.step))
      if (next.step === 'medium' && state.step === 'low') tries += 1
      state = next
    }
    expect(tries).toBeGreaterThan(5)
    expect(tries).toBeLessThan(20)
    const wide = [...times(64, GOOD), ...times(8, GOOD)].reduce(watch, state)
    expect(wide).toMatchObject({ step: 'full' })
    const held = times(8, GOOD).reduce(watch, wide)
    expect([...times(3, POOR), ...times(8, GOOD)].reduce(watch, held).step).toBe('full')
  })

  test('what a line lacks for video is seen before sound suffers; without video it lacks nothing', () => {
    const narrow: Sample = { ...GOOD, availableBitrate: 60_000 }
    expect(qualityOf(narrow, 'full')).toBe('poor')
    expect(qualityOf(narrow, 'off')).toBe('good')
  })

  test('more loss or delay never looks better', () => {
    const grades = ['good', 'fair', 'poor']
    const ratio = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(ratio, ratio, fc.nat(2_000), fc.nat(2_000), (lost, more, roundTripMs, later) => {
        const better = qualityOf({ ...GOOD, lost, roundTripMs }, 'low')
        const worse = qualityOf(
          { ...GOOD, lost: Math.min(1, lost + more), roundTripMs: roundTripMs + later },
          'low',
        )
        expect(grades.indexOf(worse)).toBeGreaterThanOrEqual(grades.indexOf(better))
      }),
    )
  })
})

// @spec P.237
describe('how much video of the others a line takes', () => {
  const received = (all: readonly Sample[], from: Watched = AT_FIRST) => all.reduce(watchReceived, from)

  test('follows what it takes of what is sent, but for pictures that are off', () => {
    fc.assert(
      fc.property(samples, (all) => {
        let before = AT_FIRST
        for (const sample of all) {
          const next = watchReceived(before, sample)
          if (before.step !== 'off' || next.step === 'off') expect(next).toEqual(watch(before, sample))
          else expect(next.step).toBe('low')
          before = next
        }
      }),
      { examples: [[[...times(9, POOR), ...times(20, GOOD)]]] },
    )
  })

  test('comes back by itself, and the later the more often it was tried in vain', () => {
    const off = received(times(9, POOR))
    expect(off.step).toBe('off')
    const waits: number[] = []
    let now = off
    for (let n = 0; n < 3; n += 1) {
      let waited = 0
      for (; now.step === 'off' && waited < 100; waited += 1) now = watchReceived(now, GOOD)
      waits.push(waited)
      now = received(times(3, POOR), now)
      expect(now.step).toBe('off')
    }
    expect(waits).toEqual([8, 16, 32])
  })
})

test('the worse of two qualities is shown, and the one that is known', () => {
  expect(worseOf('good', 'poor')).toBe('poor')
  expect(worseOf('fair', 'good')).toBe('fair')
  expect(worseOf(undefined, 'good')).toBe('good')
  expect(worseOf(undefined, undefined)).toBeUndefined()
})
