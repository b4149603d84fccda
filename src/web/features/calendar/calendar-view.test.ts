import { expect, test } from 'vitest'
import type { CalendarDate } from '#time/calendar-date.ts'
import { VIEWS, daysShown, eachDay, isInMonth, stepped, titleOf } from './calendar-view.ts'

const on = (date: string) => date as CalendarDate

test('a month is shown in whole weeks from Sunday on, as many as it overlaps', () => {
  // February 2026 begins on a Sunday and ends on a Saturday: four weeks and not a day more.
  expect(daysShown('month', on('2026-02-14'))).toEqual({ from: '2026-02-01', to: '2026-03-01' })
  expect(daysShown('month', on('2027-02-23'))).toEqual({ from: '2027-01-31', to: '2027-03-07' })
  expect(daysShown('month', on('2027-05-31'))).toEqual({ from: '2027-04-25', to: '2027-06-06' })
})

test('a week opens on Sunday', () => {
  for (const date of ['2027-02-21', '2027-02-23', '2027-02-27']) {
    expect(daysShown('week', on(date))).toEqual({ from: '2027-02-21', to: '2027-02-28' })
  }
})

test('every view contains its date, and the next one follows directly', () => {
  for (const view of VIEWS) {
    for (const date of ['2027-01-31', '2027-02-28', '2027-03-14', '2028-02-29'].map(on)) {
      expect(eachDay(daysShown(view, date)), view).toContain(date)
      const next = daysShown(view, stepped(view, date, 1))
      // The weeks that two months share are in both.
      if (view !== 'month') expect(next.from, view).toBe(daysShown(view, date).to)
      expect(daysShown(view, stepped(view, stepped(view, date, 1), -1)), view).toEqual(daysShown(view, date))
    }
  }
})

test('the month after one of 31 days is not skipped', () => {
  expect(stepped('month', on('2027-01-31'), 1)).toBe('2027-02-01')
  expect(isInMonth(on('2027-02-01'), on('2027-02-28'))).toBe(true)
  expect(isInMonth(on('2027-03-01'), on('2027-02-28'))).toBe(false)
})

test('the title of a view names its period', () => {
  const date = on('2027-02-23')
  expect(titleOf('month', date, 'es-MX')).toBe('febrero de 2027')
  expect(titleOf('week', date, 'es-MX')).toBe('21 – 27 de febrero')
  expect(titleOf('day', date, 'es-MX')).toBe('martes 23 de febrero')
  expect(titleOf('agenda', date, 'es-MX')).toBe('23 de febrero – 24 de marzo')
})
