import { expect, test } from 'vitest'
import { SessionStatus } from '#contract/sessions.ts'
import { sessionsByTab, tabOf } from './session-tabs.ts'

type Session = Parameters<typeof sessionsByTab>[0][number]

const session = (
  status: Session['status'],
  phase: Session['phase'] = null,
  startsAt = '2026-11-25T15:00:00Z',
) => ({ status, phase, startsAt }) as Session

test('a confirmed session waits to be closed only once its time is over', () => {
  expect(tabOf(session('confirmed', 'upcoming'))).toBe('upcoming')
  expect(tabOf(session('confirmed', 'inProgress'))).toBe('upcoming')
  expect(tabOf(session('confirmed', 'toClose'))).toBe('toClose')
})

test('a missed session is past, a refused or expired one was never held', () => {
  expect(tabOf(session('noShowCoach'))).toBe('past')
  expect(tabOf(session('rejected'))).toBe('cancelled')
  expect(tabOf(session('expired'))).toBe('cancelled')
})

test('every state of the contract has its tab and nothing is lost', () => {
  const all = SessionStatus.options.map((status) => session(status))
  expect(Object.values(sessionsByTab(all)).flat()).toHaveLength(all.length)
})

test('what comes starts with the nearest, what has been with the latest', () => {
  const [early, late] = ['2026-11-01T15:00:00Z', '2026-11-30T15:00:00Z']
  const tabs = sessionsByTab([
    session('confirmed', 'upcoming', late),
    session('requested', null, early),
    session('completed', null, early),
    session('completed', null, late),
  ])
  expect(tabs.upcoming.map(({ startsAt }) => startsAt)).toEqual([early, late])
  expect(tabs.past.map(({ startsAt }) => startsAt)).toEqual([late, early])
})
