import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, epochMs } from '#time/clock.ts'
import { expiryOf, phaseOf } from './sessions.domain.ts'

const NOW = epochMs(1_800_000_000_000)

describe('the clock', () => {
  test('phases: in progress from 10 minutes before to 30 after, then waiting to be closed', () => {
    const at = (minutes: number) =>
      phaseOf(
        {
          status: 'confirmed',
          startsAt: NOW,
          endsAt: epochMs(NOW + HOUR_MS),
        },
        epochMs(NOW + minutes * MINUTE_MS),
      )
    expect([-11, -10, 0, 60, 89, 90].map(at)).toEqual([
      'upcoming',
      'inProgress',
      'inProgress',
      'inProgress',
      'inProgress',
      'toClose',
    ])
  })

  test('a request expires after 48 hours or 2 hours before its start; if it was made later, at the start', () => {
    const expiry = (hoursAhead: number) =>
      (expiryOf(NOW, epochMs(NOW + hoursAhead * HOUR_MS)) - NOW) / HOUR_MS
    expect([100, 50, 49.5, 24, 2.5, 2, 1, 0.1].map(expiry)).toEqual([48, 48, 47.5, 22, 0.5, 2, 1, 0.1])
  })

  test('a request always expires after it was made and not after its start', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 * 60 }), (minutes) => {
        const startsAt = epochMs(NOW + minutes * MINUTE_MS)
        const expiry = expiryOf(NOW, startsAt)
        expect(expiry).toBeGreaterThan(NOW)
        expect(expiry).toBeLessThanOrEqual(startsAt)
      }),
    )
  })
})
