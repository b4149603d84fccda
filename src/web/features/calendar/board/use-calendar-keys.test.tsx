import { fireEvent, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CalendarDate } from '#time/calendar-date.ts'
import { NARROW_VIEWS, VIEWS } from '../calendar-view.ts'
import { useCalendarKeys } from './use-calendar-keys.ts'

const date = '2027-02-10' as CalendarDate
const today = '2027-02-04' as CalendarDate

function pressed(key: string, views: typeof VIEWS | typeof NARROW_VIEWS = VIEWS) {
  const onGo = vi.fn()
  const { unmount } = renderHook(() =>
    useCalendarKeys({ place: { view: 'week', date }, today, period: 'week', views, onGo }),
  )
  fireEvent.keyDown(document.body, { key })
  unmount()
  return onGo.mock.calls
}

test('a letter goes to today or to a view, an arrow to the period before or after', () => {
  expect(pressed('t')).toEqual([[{ date: today }]])
  expect(pressed('d')).toEqual([[{ view: 'day' }]])
  expect(pressed('w')).toEqual([[{ view: 'week' }]])
  expect(pressed('M')).toEqual([[{ view: 'month' }]])
  expect(pressed('ArrowLeft')).toEqual([[{ date: '2027-02-03' }]])
  expect(pressed('ArrowRight')).toEqual([[{ date: '2027-02-17' }]])
})

test('the letter of a view without room does nothing', () => {
  expect(pressed('d', NARROW_VIEWS)).toEqual([])
  expect(pressed('m', NARROW_VIEWS)).toEqual([[{ view: 'month' }]])
})
