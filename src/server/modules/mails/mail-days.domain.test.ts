import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CalendarDate, addDays } from '#time/calendar-date.ts'
import { lastPositions, usedOf } from './mail-days.domain.ts'

const TODAY = '2027-02-02' as CalendarDate

test('mails above the limit are sent the next day, in order', () => {
  expect(lastPositions({ day: '2027-02-03' as CalendarDate, taken: 2 }, 4, 3)).toEqual([
    { day: '2027-02-02', position: 1 },
    { day: '2027-02-02', position: 2 },
    { day: '2027-02-03', position: 0 },
    { day: '2027-02-03', position: 1 },
  ])
})

test('no day is filled above its limit, and no position is given twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 60 }), (limit, count) => {
      const day = addDays(TODAY, Math.floor((count - 1) / limit))
      const positions = lastPositions({ day, taken: ((count - 1) % limit) + 1 }, count, limit)
      expect(new Set(positions.map(({ day: on, position }) => `${on} ${position}`)).size).toBe(count)
      expect(positions.every(({ position }) => position >= 0 && position < limit)).toBe(true)
      expect(positions[0]).toEqual({ day: TODAY, position: 0 })
    }),
  )
})

test('counts what was sent today and what waits', () => {
  const filled = (day: string, taken: number) => usedOf({ day: day as CalendarDate, taken }, TODAY, 10)
  expect(usedOf(undefined, TODAY, 10)).toEqual({ sent: 0, waiting: 0 })
  expect(filled('2027-02-01', 4)).toEqual({ sent: 0, waiting: 0 })
  expect(filled('2027-02-02', 4)).toEqual({ sent: 4, waiting: 0 })
  expect(filled('2027-02-03', 4)).toEqual({ sent: 10, waiting: 4 })
  expect(filled('2027-02-05', 4)).toEqual({ sent: 10, waiting: 24 })
})
