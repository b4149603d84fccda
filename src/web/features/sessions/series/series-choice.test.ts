import { expect, test } from 'vitest'
import type { Occurrence, TimeWarning } from '#contract/sessions/session-series.ts'
import { addMinutes, fromIso } from '#time/clock.ts'
import { decided, seriesBody, toBook, toKnow, unsettled } from './series-choice.ts'

const warning = (code: TimeWarning['code']): TimeWarning => ({ code, inTheWay: null, holiday: null })
const startOf = (day: number) => `2027-02-${String(day).padStart(2, '0')}T16:00:00.000Z`
const [FIRST, SECOND, THIRD, FOURTH] = [1, 8, 15, 22].map(startOf) as [string, string, string, string]
const occurrence = (position: number, ...codes: TimeWarning['code'][]) =>
  ({
    position,
    startsAt: startOf(1 + 7 * position),
    endsAt: startOf(1 + 7 * position).replace('T16', 'T17'),
    warnings: codes.map(warning),
    alternatives: [],
  }) as unknown as Occurrence

const series = [occurrence(0), occurrence(1, 'overlap'), occurrence(2, 'holiday'), occurrence(3, 'overlap')]

test('only a clash with a session of the coach has to be settled, by skipping or moving it', () => {
  expect(unsettled(series, {}).map(({ position }) => position)).toEqual([1, 3])
  const choice = decided(decided({}, SECOND, 'skip'), FOURTH, { startsAt: '2027-03-14T17:00:00.000Z' })
  expect(unsettled(series, choice)).toEqual([])
})

test('what is booked is in order, a moved start at its new time and as long as before', () => {
  const hourAt = (startsAt: string) => ({ start: fromIso(startsAt), end: addMinutes(fromIso(startsAt), 60) })
  const early = '2027-02-07T17:00:00.000Z'
  const choice = decided(decided({}, FIRST, 'skip'), FOURTH, { startsAt: early })
  expect(toBook(series, choice)).toEqual([early, SECOND, THIRD].map(hourAt))
})

test('skipped and moved starts have no warnings', () => {
  expect(toKnow(series, { [SECOND]: 'skip', [FOURTH]: { startsAt: 'x' } }).map(({ code }) => code)).toEqual([
    'holiday',
  ])
  expect(toKnow(series, { [SECOND]: 'skip', [THIRD]: 'skip', [FOURTH]: 'skip' })).toEqual([])
})

test('the body has both lists, and neither without a decision', () => {
  expect(seriesBody(series, {})).toEqual({})
  expect(seriesBody(series, { [SECOND]: 'skip', [FOURTH]: { startsAt: 'x' } })).toEqual({
    skip: [1],
    moved: [{ position: 3, startsAt: 'x' }],
  })
})

test('a decision can be undone', () => {
  expect(decided({ [FIRST]: 'skip', [THIRD]: 'skip' }, FIRST, undefined)).toEqual({ [THIRD]: 'skip' })
})

test('a changed rule keeps the decisions about the starts it still has', () => {
  const choice = decided(decided({}, SECOND, 'skip'), FOURTH, 'skip')
  const longer = [...series, occurrence(4, 'overlap')]
  expect(unsettled(longer, choice).map(({ position }) => position)).toEqual([4])
  expect(seriesBody(series.slice(0, 3), choice)).toEqual({ skip: [1] })
  const later = series.slice(1).map((each, position) => ({ ...each, position }))
  expect(seriesBody(later, choice)).toEqual({ skip: [0, 2] })
})
