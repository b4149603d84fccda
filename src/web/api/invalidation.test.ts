import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/api.ts'
import { keysOf } from '#contract/keys-of.ts'
import {
  CHANGED_BY_CALL,
  SHOWN_IN,
  type TellingEvent,
  TOLD_BY_EVENT,
  type WritingRoute,
  madeOldBy,
  shownIn,
} from './invalidation.ts'

const sources = globSync('src/web/**/*.{ts,tsx}')
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** The subjects of all queries there are. */
const asked = new Set(
  sources.flatMap(({ text }) => [...text.matchAll(/queryKey\('(\w+)'/g)].map(([, subject]) => subject!)),
)

test('every call that may change something has an entry, and no other', () => {
  const writing = [...ENDPOINTS.values()].filter(({ method }) => method !== 'GET')
  expect(Object.keys(CHANGED_BY_CALL).sort()).toEqual(
    writing.map(({ method, path }) => `${method} ${path}`).sort(),
  )
  expect(madeOldBy('GET /v1/dashboard')).toEqual([])
})

test('every subject that is made old is that of a query', () => {
  expect(asked.size).toBeGreaterThan(10)
  expect(shownIn(keysOf(SHOWN_IN)).filter((subject) => !asked.has(subject))).toEqual([])
})

test('every query is made old by something, but for what never changes while the page is open', () => {
  const shown: string[] = shownIn(keysOf(SHOWN_IN))
  expect([...asked].filter((subject) => !shown.includes(subject)).sort()).toEqual([
    'country',
    // An open invitation is read by somebody who is not signed in, and asked for again when an answer is refused.
    'invitation',
    'operator',
  ])
})

test('every change comes from a call or from an event', () => {
  const told = [...Object.values(CHANGED_BY_CALL), ...Object.values(TOLD_BY_EVENT)].flat()
  expect(keysOf(SHOWN_IN).filter((change) => !told.includes(change))).toEqual([])
})

describe('a change that another side learns of live makes the same old there', () => {
  const same: [TellingEvent, ...WritingRoute[]][] = [
    ['NEW_SESSION_FROM_COACH', 'POST /v1/session'],
    ['NEW_SESSION_FROM_CLIENT', 'POST /v1/session'],
    ['SESSION_CONFIRMED', 'POST /v1/session/:sessionId/confirm', 'POST /v1/session/:sessionId/accept'],
    ['SESSION_PROPOSED', 'POST /v1/session/:sessionId/propose'],
    ['SESSION_RESCHEDULED', 'POST /v1/session/:sessionId/move/accept'],
    ['SESSION_MOVE_REQUESTED', 'POST /v1/session/:sessionId/reschedule'],
    ['SESSION_MOVE_DECLINED', 'POST /v1/session/:sessionId/move/decline'],
    ['SESSION_MOVE_WITHDRAWN', 'DELETE /v1/session/:sessionId/move'],
    ['SESSION_EXCUSED', 'POST /v1/session/:sessionId/excuse'],
    ['SESSION_EXCUSE_WITHDRAWN', 'DELETE /v1/session/:sessionId/excuse'],
    [
      'CANCELLED_SESSION_FROM_COACH',
      'POST /v1/session/:sessionId/cancel',
      'POST /v1/session/:sessionId/reject',
    ],
    ['CANCELLED_SESSION_FROM_CLIENT', 'POST /v1/session/:sessionId/cancel'],
    ['SESSION_CLOSED', 'POST /v1/session/:sessionId/close'],
    ['MEMBER_LEFT', 'POST /v1/group/:groupId/leave'],
  ]
  test.each(same)('%s', (event, ...routes) => {
    for (const route of routes) expect(madeOldBy(route).sort()).toEqual(shownIn(TOLD_BY_EVENT[event]).sort())
  })
})

test('lists of what a call makes old are nowhere but in the table', () => {
  const byHand = sources.filter(
    ({ path, text }) => !path.startsWith('src/web/api/') && /\brefresh\(|invalidateQueries/.test(text),
  )
  expect(byHand.map(({ path }) => path).sort()).toEqual([
    // What screens ask for again without a change of theirs: an invitation that was answered elsewhere, and a payment
    // that may have arrived.
    'src/web/features/invitation/answer.ts',
    'src/web/features/payment/PaymentView.tsx',
  ])
})
