import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { ActionDto, PracticeAction } from '#contract/actions/actions.ts'
import { ENDPOINTS } from '#contract/api.ts'
import { CoachPage } from '#contract/coaches.ts'
import { MemorandumDto } from '#contract/memorandums/memorandums.ts'
import { NoteItem } from '#contract/notes/notes.ts'
import { ResourcePerson } from '#contract/resources/resources.ts'
import { keysOf } from '#contract/keys-of.ts'
import { Attendee, Party, SessionGroup, SessionListItem } from '#contract/sessions/sessions.ts'
import {
  CHANGED_BY_CALL,
  type Change,
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

/** Which subject asks which route: a query's key, and the calls up to the next key in the file. */
const asking = sources.flatMap(({ text }) =>
  text
    .split(/queryKey\('/)
    .slice(1)
    .flatMap((query) => {
      const subject = /^\w+/.exec(query)![0]
      return [...query.matchAll(/call\(\s*'(GET [^']+)'/g)].map(([, route]) => ({ subject, route: route! }))
    }),
)

const responses = new Map(
  [...ENDPOINTS.values()].map(({ method, path, response }) => [`${method} ${path}`, response]),
)

/** Whether a schema has a field, at any depth. A field is known by its schema, which `extend` and `pick` keep. */
function hasField(schema: unknown, field: object, seen = new Set<unknown>()): boolean {
  if (schema === field) return true
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false
  seen.add(schema)
  const parts = '_zod' in schema ? (schema as z.ZodType)._zod.def : schema
  return Object.values(parts).some((part) => hasField(part, field, seen))
}

test('every call that may change something has an entry, and no other', () => {
  // Browsers make no signed calls.
  const writing = [...ENDPOINTS.values()].filter(
    ({ method, access }) => method !== 'GET' && access !== 'signed',
  )
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
  expect(keysOf(SHOWN_IN).filter((change) => !told.includes(change))).toEqual([
    // Who is in a room changes by what browsers say through the socket: `CHANGED` alone tells of it.
    'call',
  ])
})

describe('a query whose answer has a field is made old by what changes the field', () => {
  const changes: [string, object, ...Change[]][] = [
    ['the state of a session', SessionListItem.shape.status, 'session'],
    ['the name of its client', Party.shape.name, 'client'],
    ['the name of its group', SessionGroup.shape.name, 'group'],
    ['who is expected in it', Attendee.shape.name, 'group', 'session'],
    ['the status of an action', ActionDto.shape.status, 'action'],
    // The client's process decides both (product §6, §12).
    ['what may be done with an action', ActionDto.shape.allowedStatuses, 'action', 'client'],
    ['the name of whom a note is about', NoteItem.shape.about, 'client', 'group'],
    ['the person that a memorandum is about', MemorandumDto.shape.client, 'client'],
    ['the group that a memorandum is about', MemorandumDto.shape.aboutGroup, 'group'],
    ['the name of who has a resource', ResourcePerson.shape.name, 'client'],
    ['the name of the group of an action', PracticeAction.shape.groupName, 'group'],
    ['whether a client may book', CoachPage.shape.canBook, 'client', 'payment'],
  ]
  test.each(changes)('%s', (_, field, ...causes) => {
    const showing = asking.filter(({ route }) => hasField(responses.get(route), field))
    const subjects = [...new Set(showing.map(({ subject }) => subject))]
    expect(subjects.length).toBeGreaterThan(0)
    for (const cause of causes) {
      expect(subjects.filter((subject) => !shownIn([cause]).some((shown) => shown === subject))).toEqual([])
    }
  })
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
    ['ACTION_ASSIGNED', 'POST /v1/action'],
    ['GOAL_ACHIEVED', 'PUT /v1/goal/:goalId/status'],
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
    // A practice that a job has read back: no call of this browser made it, and all screens are about another one.
    'src/web/features/account/import/import.queries.ts',
    // What screens ask for again without a change of theirs: an invitation that was answered elsewhere, and a payment
    // that may have arrived.
    'src/web/features/invitation/answer.ts',
    'src/web/features/payment/PaymentView.tsx',
    'src/web/features/payment/done/use-asking-again.ts',
  ])
})
