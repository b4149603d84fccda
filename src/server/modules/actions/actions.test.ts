import { describe, expect, test } from 'vitest'
import { ActionStatus } from '#contract/actions.ts'
import type { DateOn } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import { allowedStatuses, canBecome, isOverdue } from './actions.domain.ts'

const STATUSES = ActionStatus.options

describe('the statuses of an action (product §12)', () => {
  test('lead where the product says', () => {
    expect(Object.fromEntries(STATUSES.map((status) => [status, allowedStatuses(status)]))).toEqual({
      pending: ['inProgress', 'done', 'wontDo'],
      inProgress: ['pending', 'done', 'wontDo'],
      done: ['pending', 'inProgress'],
      wontDo: ['pending'],
    })
  })

  test('the listed ones can be set, and no others', () => {
    for (const from of STATUSES) {
      for (const to of STATUSES) expect(canBecome(from, to)).toBe(allowedStatuses(from).includes(to))
    }
  })

  test('every change can be undone in the end', () => {
    for (const from of STATUSES) {
      if (from !== 'pending') expect(canBecome(from, 'pending')).toBe(true)
    }
  })
})

describe('overdue', () => {
  const due = (status: ActionStatus, dueOn: string | null, now: string, timezone = 'America/Mexico_City') =>
    isOverdue({ status, dueOn: dueOn as DateOn | null }, timezone, fromIso(now))

  test('begins at the owner’s midnight', () => {
    expect(due('pending', '2027-02-02', '2027-02-03T05:59:00Z')).toBe(false)
    expect(due('pending', '2027-02-02', '2027-02-03T06:00:00Z')).toBe(true)
    expect(due('pending', '2027-02-02', '2027-02-02T15:00:00Z', 'Pacific/Auckland')).toBe(true)
  })

  test('never applies to done, dropped or undated actions', () => {
    expect(due('inProgress', '2027-01-01', '2027-02-03T06:00:00Z')).toBe(true)
    expect(due('done', '2027-01-01', '2027-02-03T06:00:00Z')).toBe(false)
    expect(due('wontDo', '2027-01-01', '2027-02-03T06:00:00Z')).toBe(false)
    expect(due('pending', null, '2027-02-03T06:00:00Z')).toBe(false)
  })
})
