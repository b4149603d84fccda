import { describe, expect, test } from 'vitest'
import { fromIso, toIso } from '#time/clock.ts'
import { dueSince, failuresOf, lastDueAt, pauseAfter } from './schedule.ts'

const at = (time: string, zone = 'UTC') => {
  const [hour, minute] = time.split(':').map(Number)
  return { minutesOfDay: hour! * 60 + minute!, zone }
}
const never = { madeAt: null, failures: 0, failedAt: null }

// @spec P.314
describe('the last moment at which a backup was to be made', () => {
  test.each([
    ['03:30', 'UTC', '2026-12-01T03:30:00Z', '2026-12-01T03:30:00.000Z'],
    ['03:30', 'UTC', '2026-12-01T03:29:59Z', '2026-11-30T03:30:00.000Z'],
    ['03:30', 'America/Mexico_City', '2026-12-01T09:29:59Z', '2026-11-30T09:30:00.000Z'],
    ['03:30', 'America/Mexico_City', '2026-12-01T09:30:00Z', '2026-12-01T09:30:00.000Z'],
    // 02:30 does not exist on 28 March 2027 in Madrid, and exists twice on 31 October 2027.
    ['02:30', 'Europe/Madrid', '2027-03-28T12:00:00Z', '2027-03-28T01:30:00.000Z'],
    ['02:30', 'Europe/Madrid', '2027-10-31T12:00:00Z', '2027-10-31T00:30:00.000Z'],
  ])('%s %s at %s is %s', (time, zone, now, due) => {
    expect(toIso(lastDueAt(at(time, zone), fromIso(now)))).toBe(due)
  })
})

describe('a backup is due', () => {
  const now = fromIso('2026-12-01T12:00:00Z')
  const due = fromIso('2026-12-01T03:30:00Z')

  test('if none was made since the last moment, also long ago or never', () => {
    expect(dueSince(at('03:30'), never, now)).toBe(due)
    expect(dueSince(at('03:30'), { ...never, madeAt: fromIso('2026-11-20T03:30:05Z') }, now)).toBe(due)
    expect(dueSince(at('03:30'), { ...never, madeAt: fromIso('2026-12-01T03:30:05Z') }, now)).toBeUndefined()
  })

  test('again if the last one seems to be of the far future: a clock was wrong', () => {
    expect(dueSince(at('03:30'), { ...never, madeAt: fromIso('2031-01-01T00:00:00Z') }, now)).toBe(due)
  })

  test('failures that only the worker saw count until a later one is noted, or a backup is made', () => {
    const seen = { failures: 6, failedAt: fromIso('2026-11-20T03:31:00Z') }
    const noted = { failures: 1, failedAt: fromIso('2026-11-20T03:30:00Z'), madeAt: null }
    expect(failuresOf(noted, seen)).toBe(seen)
    expect(failuresOf(never, seen)).toBe(seen)
    const later = { ...noted, failedAt: due }
    expect(failuresOf(later, seen)).toBe(later)
    const made = { ...never, madeAt: fromIso('2026-11-20T04:00:00Z') }
    expect(failuresOf(made, seen)).toBe(made)
  })

  test('after a failed attempt with pauses that grow to an hour', () => {
    const failed = (minutesAgo: number, failures: number) => {
      const failedAt = fromIso(`2026-12-01T11:${String(60 - minutesAgo).padStart(2, '0')}:00Z`)
      return dueSince(at('03:30'), { madeAt: null, failures, failedAt }, now)
    }
    expect([failed(1, 1), failed(1, 2), failed(2, 2), failed(59, 9)]).toEqual([
      due,
      undefined,
      due,
      undefined,
    ])
    expect([1, 2, 3, 7, 50].map((failures) => pauseAfter(failures) / 60_000)).toEqual([1, 2, 4, 60, 60])
  })
})
