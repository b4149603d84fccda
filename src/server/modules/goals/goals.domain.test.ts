import { describe, expect, test } from 'vitest'
import { measuredOf, numberErrors, valueErrors } from '#contract/goals/goal-measures.ts'
import { GoalStatus } from '#contract/goals/goals.ts'
import type { DateOn, MilestoneId } from '#contract/values.ts'
import {
  canBecome,
  dateErrors,
  isCrowded,
  isStoredList,
  notedOnErrors,
  pointsOf,
  progressOf,
  statusActions,
} from './goals.domain.ts'

const day = (text: string) => text as DateOn

// @spec P.90
describe('the statuses of a goal (product §11)', () => {
  test('lead where the product says, and nowhere from an end', () => {
    const next = (from: GoalStatus) => GoalStatus.options.filter((to) => canBecome(from, to))
    expect(Object.fromEntries(GoalStatus.options.map((status) => [status, next(status)]))).toEqual({
      active: ['paused', 'achieved', 'partial', 'dropped'],
      paused: ['active', 'achieved', 'partial', 'dropped'],
      achieved: [],
      partial: [],
      dropped: [],
    })
  })

  test('say what may be done', () => {
    expect(statusActions('active')).toEqual([
      'edit',
      'checkIn',
      'pause',
      'achieve',
      'achievePart',
      'drop',
      'delete',
    ])
    expect(statusActions('paused')).toEqual(['edit', 'resume', 'achieve', 'achievePart', 'drop', 'delete'])
    expect(statusActions('achieved')).toEqual(['delete'])
  })
})

// @spec P.91
describe('the four measures (product §11)', () => {
  test.each([
    ['percent', {}, {}],
    ['percent', { baseline: 20, target: 80 }, {}],
    ['percent', { target: 120 }, { target: 'percent_range' }],
    ['percent', { baseline: -1 }, { baseline: 'percent_range' }],
    ['percent', { unit: 'kg' }, { unit: 'unknown_key' }],
    ['number', { baseline: 90, target: 80, unit: 'kg' }, {}],
    ['number', { target: 80 }, { baseline: 'required' }],
    ['number', {}, { baseline: 'required', target: 'required' }],
    ['number', { baseline: 80, target: 80 }, { target: 'target_is_baseline' }],
    ['yesNo', {}, {}],
    ['yesNo', { target: 1 }, { target: 'unknown_key' }],
    ['milestones', { baseline: 0, unit: 'pasos' }, { baseline: 'unknown_key', unit: 'unknown_key' }],
  ] as const)('%s takes its own numbers: %o', (measure, typed, errors) => {
    expect(numberErrors(measuredOf(measure, typed), typed)).toEqual(errors)
  })

  test.each([
    ['percent', 100, {}],
    ['percent', 101, { value: 'percent_range' }],
    ['percent', -1, { value: 'percent_range' }],
    ['number', -5, {}],
    ['yesNo', 1, {}],
    ['yesNo', 2, { value: 'value_yes_no' }],
    ['milestones', 1, { value: 'value_of_milestones' }],
    ['milestones', undefined, {}],
  ] as const)('%s and a value of %s', (measure, value, errors) => {
    expect(valueErrors(measure, value)).toEqual(errors)
  })

  test('a target below its baseline is approached downwards', () => {
    const weight = { measure: 'number', baseline: 90, target: 80 } as const
    expect([92, 90, 87.5, 80, 78].map((value) => progressOf(weight, value))).toEqual([0, 0, 25, 100, 100])
    expect(progressOf(weight, null)).toBe(0)
  })

  test('nobody reads 100 before the end', () => {
    expect(progressOf({ measure: 'number', baseline: 0, target: 1000 }, 999)).toBe(99)
    expect(progressOf({ measure: 'yesNo', baseline: null, target: null }, 1)).toBe(100)
  })
})

test('the last value of a day counts, and milestones count on the day they were reached', () => {
  const percent = measuredOf('percent', {})
  const noted = [
    { date: day('2027-01-04'), value: 10 },
    { date: day('2027-01-04'), value: 20 },
    { date: day('2027-01-09'), value: null },
    { date: day('2027-01-11'), value: 55 },
  ]
  expect(pointsOf(percent, noted, [])).toEqual([
    { date: '2027-01-04', progress: 20 },
    { date: '2027-01-11', progress: 55 },
  ])
  const steps = [
    { doneOn: day('2027-01-05') },
    { doneOn: null },
    { doneOn: day('2027-01-02') },
    { doneOn: day('2027-01-05') },
  ]
  expect(pointsOf(measuredOf('milestones', {}), [], steps)).toEqual([
    { date: '2027-01-02', progress: 25 },
    { date: '2027-01-05', progress: 75 },
  ])
})

test('dates are refused before today, before the start, and progress after today', () => {
  const today = day('2027-02-02')
  const dates = (startsOn: string, targetOn: string | null, isNew: boolean) =>
    dateErrors({ startsOn: day(startsOn), targetOn: targetOn as DateOn | null }, today, isNew)
  expect(dates('2027-02-02', null, true)).toEqual({})
  expect(dates('2027-01-01', '2027-02-01', true)).toEqual({ targetDate: 'date_past' })
  expect(dates('2027-01-01', '2027-02-01', false)).toEqual({})
  expect(dates('2027-03-01', '2027-02-20', true)).toEqual({ targetDate: 'end_before_start' })
  expect(notedOnErrors(today, today, today)).toEqual({})
  expect(notedOnErrors(day('2027-02-03'), today, today)).toEqual({ date: 'date_not_yet' })
  expect(notedOnErrors(day('2027-02-01'), today, today)).toEqual({ date: 'date_before_start' })
})

test('more than three active goals are many (product §11)', () => {
  expect([0, 3, 4].map(isCrowded)).toEqual([false, false, true])
})

describe('a list of milestones is the stored one', () => {
  const id = (n: number) => `01890000-0000-7000-8000-00000000000${n}` as MilestoneId
  const date = '2027-02-20' as DateOn
  const one = { id: id(1), text: 'Pedir la junta', date }
  const two = { id: id(2), text: 'Tener la junta', date: null }
  test.each<[string, Parameters<typeof isStoredList>[0], boolean]>([
    ['with the same words, dates and order', [one, two], true],
    ['without a date that is not there', [one, { id: id(2), text: 'Tener la junta' }], true],
    ['with one that has no id yet', [one, { text: 'Tener la junta', date: null }], true],
    ['not with other words', [one, { ...two, text: 'Tenerla' }], false],
    ['nor another date', [one, { ...two, date }], false],
    ['nor another milestone', [one, { ...two, id: id(3) }], false],
    ['nor in another order', [two, one], false],
    ['nor with fewer', [one], false],
    ['nor with more', [one, two, { text: 'Celebrar' }], false],
  ])('%s', (_, list, expected) => {
    expect(isStoredList(list, [one, two])).toBe(expected)
  })
})
