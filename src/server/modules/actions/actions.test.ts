import { describe, expect, test } from 'vitest'
import { ActionStatus } from '#contract/actions/actions.ts'
import type { DateOn } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import { ClientStatus } from '#contract/clients.ts'
import {
  allowedStatuses,
  canBecome,
  dueErrors,
  isOverdue,
  reminderDueAt,
  takesActions,
} from './actions.domain.ts'

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

test('a process takes new actions unless it was declined or has ended (product §6)', () => {
  const ended = ClientStatus.options.filter((process) => !takesActions(process))
  expect(ended).toEqual(['declined', 'finished', 'archived'])
})

test('a new action is due on the owner’s day or later', () => {
  const errors = (dueOn: string | undefined, timezone: string) =>
    dueErrors(dueOn as DateOn | undefined, timezone, fromIso('2027-02-03T05:30:00Z'))
  expect(errors('2027-02-02', 'America/Mexico_City')).toEqual({})
  expect(errors('2027-02-01', 'America/Mexico_City')).toEqual({ dueOn: 'date_past' })
  expect(errors('2027-02-02', 'Europe/Madrid')).toEqual({ dueOn: 'date_past' })
  expect(errors(undefined, 'Europe/Madrid')).toEqual({})
})

describe('the reminder of an action (product §12)', () => {
  const action = { status: 'pending', dueOn: '2027-02-09' as DateOn, reminds: true } as const

  test.each([
    ['America/Mexico_City', '2027-02-09T15:00:00.000Z'],
    ['Asia/Kolkata', '2027-02-09T03:30:00.000Z'],
    ['Pacific/Auckland', '2027-02-08T20:00:00.000Z'],
  ])('is at nine in the morning in %s', (timezone, at) => {
    expect(reminderDueAt({ ...action, timezone })).toBe(fromIso(at))
  })

  test('is at nine on the wall where the clock was put forward that night', () => {
    const madrid = { ...action, dueOn: '2027-03-28' as DateOn, timezone: 'Europe/Madrid' }
    expect(reminderDueAt(madrid)).toBe(fromIso('2027-03-28T07:00:00.000Z'))
  })

  test.each([
    ['closed', { status: 'done' }],
    ['undated', { dueOn: null }],
    ['not to be reminded of', { reminds: false }],
  ] as const)('is not there for one that is %s', (_, change) => {
    const changed = { ...action, ...change, timezone: 'UTC' } as Parameters<typeof reminderDueAt>[0]
    expect(reminderDueAt(changed)).toBeUndefined()
  })
})
