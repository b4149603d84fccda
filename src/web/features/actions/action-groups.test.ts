import { expect, test } from 'vitest'
import type { CalendarDate } from '#time/calendar-date.ts'
import { groupActions, groupOf } from './action-groups.ts'

// A Wednesday; its displayed week runs from Sunday the 22nd to Saturday the 28th.
const today = '2026-11-25' as CalendarDate

const open = (dueOn: string | null, overdue = false) =>
  ({ dueOn, overdue, status: 'pending', completedAt: null, updatedAt: '2026-11-10T10:00:00Z' }) as Parameters<
    typeof groupOf
  >[0]

test.each([
  ['2026-11-25', 'today'],
  ['2026-11-26', 'thisWeek'],
  ['2026-11-28', 'thisWeek'],
  ['2026-11-29', 'later'],
  [null, 'later'],
] as const)('an open action due on %s is under %s', (dueOn, group) => {
  expect(groupOf(open(dueOn), today)).toBe(group)
})

test('the week ends on Saturday and begins on Sunday', () => {
  expect(groupOf(open('2026-11-29'), '2026-11-28' as CalendarDate)).toBe('later')
  expect(groupOf(open('2026-12-05'), '2026-11-29' as CalendarDate)).toBe('thisWeek')
})

test('the server decides what is overdue; a date that has passed only in the viewer zone is due now', () => {
  expect(groupOf(open('2026-11-24', true), today)).toBe('overdue')
  expect(groupOf(open('2026-11-24', false), today)).toBe('today')
})

test('done and dropped actions are not grouped by date', () => {
  expect(groupOf({ ...open('2026-11-25'), status: 'done' }, today)).toBe('done')
  expect(groupOf({ ...open('2026-11-20', true), status: 'wontDo' }, today)).toBe('dropped')
})

test('an action in progress is still open', () => {
  expect(groupOf({ ...open('2026-11-25'), status: 'inProgress' }, today)).toBe('today')
})

test('groups keep the order and all actions', () => {
  const actions = [open('2026-11-25'), open(null), open('2026-11-25'), open('2026-11-01', true)]
  const groups = groupActions(actions, today)
  expect(groups.today).toEqual([actions[0], actions[2]])
  expect(Object.values(groups).flat()).toHaveLength(actions.length)
})

test('done actions come latest first, those just ticked before all others', () => {
  const done = (completedAt: string | null) => ({ ...open(null), status: 'done', completedAt }) as never
  const [old, recent, now] = [done('2026-11-01T10:00:00Z'), done('2026-11-20T10:00:00Z'), done(null)]
  const dropped = { ...open(null), status: 'wontDo' } as never
  const groups = groupActions([old, dropped, now, recent], today)
  expect([groups.done, groups.dropped]).toEqual([[now, recent, old], [dropped]])
})
