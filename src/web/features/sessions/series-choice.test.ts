import { expect, test } from 'vitest'
import type { Occurrence, TimeWarning } from '#contract/session-series.ts'
import { decided, seriesBody, standing, toKnow, unsettled } from './series-choice.ts'

const warning = (code: TimeWarning['code']): TimeWarning => ({ code, inTheWay: null, holiday: null })
const occurrence = (position: number, ...codes: TimeWarning['code'][]) =>
  ({ position, warnings: codes.map(warning), alternatives: [] }) as unknown as Occurrence

const series = [occurrence(0), occurrence(1, 'overlap'), occurrence(2, 'holiday'), occurrence(3, 'overlap')]

test('only what clashes with an own session has to be settled, by leaving it out or moving it', () => {
  expect(unsettled(series, {}).map(({ position }) => position)).toEqual([1, 3])
  const choice = decided(decided({}, 1, 'skip'), 3, { startsAt: '2027-03-14T17:00:00.000Z' })
  expect(unsettled(series, choice)).toEqual([])
  expect(standing(series, choice).map(({ position }) => position)).toEqual([0, 2, 3])
})

test('what is left out or moved needs no knowing', () => {
  expect(toKnow(series, { 1: 'skip', 3: { startsAt: 'x' } }).map(({ code }) => code)).toEqual(['holiday'])
  expect(toKnow(series, { 1: 'skip', 2: 'skip', 3: 'skip' })).toEqual([])
})

test('the wire gets both lists, and neither when nothing was decided', () => {
  expect(seriesBody({})).toEqual({})
  expect(seriesBody({ 1: 'skip', 3: { startsAt: 'x' } })).toEqual({
    skip: [1],
    moved: [{ position: 3, startsAt: 'x' }],
  })
})

test('a decision can be taken back', () => {
  expect(decided({ 1: 'skip', 2: 'skip' }, 1, undefined)).toEqual({ 2: 'skip' })
})
