import { expect, test } from 'vitest'
import { BlockRecurrence, RecurrenceRule } from '#contract/calendar/recurrence.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { NO_RECURRENCE, RecurrenceForm, markedWeekdays, recurrenceOf } from './recurrence-form.ts'

const ruleOf = (change: Partial<RecurrenceForm>) =>
  recurrenceOf(RecurrenceForm.parse({ ...NO_RECURRENCE, ...change }))

test('a single session has no rule', () => {
  expect(ruleOf({})).toBeUndefined()
})

test('every rule of the form is valid by the contract', () => {
  const rules = [
    ruleOf({ repeats: 'weekly' }),
    ruleOf({ repeats: 'weekly', interval: 2, weekdays: [5, 1], ends: 'until', until: '2027-06-30' }),
    // Weekdays chosen before a change to months do not apply to months.
    ruleOf({ repeats: 'monthly', weekdays: [5, 1], count: 12 }),
  ]
  expect(rules.map((rule) => RecurrenceRule.parse(rule))).toEqual(rules)
  expect(rules[1]).toEqual({ frequency: 'weekly', interval: 2, weekdays: [1, 5], until: '2027-06-30' })
  expect(rules[2]?.weekdays).toEqual([])
})

test('without an end the rule has neither a date nor a count, and needs none', () => {
  const endless = ruleOf({ repeats: 'weekly', weekdays: [5, 1], ends: 'never', until: '2027-06-30' })
  expect(endless).toEqual({ frequency: 'weekly', interval: 1, weekdays: [1, 5] })
  expect(BlockRecurrence.parse(endless)).toEqual(endless)
  expect(RecurrenceRule.safeParse(endless).success).toBe(false)
})

test('an end on a date needs the date, if it repeats', () => {
  const open = { ...NO_RECURRENCE, ends: 'until' as const }
  expect(RecurrenceForm.safeParse(open).success).toBe(true)
  const asked = RecurrenceForm.safeParse({ ...open, repeats: 'weekly' })
  expect(asked.error?.issues).toMatchObject([{ path: ['until'], message: 'required' }])
})

test("the first session's weekday is marked until others are chosen", () => {
  const tuesday = '2027-02-23' as CalendarDate
  expect(markedWeekdays([], tuesday)).toEqual([2])
  expect(markedWeekdays([1, 3], tuesday)).toEqual([1, 3])
  expect(markedWeekdays([], undefined)).toEqual([])
})
