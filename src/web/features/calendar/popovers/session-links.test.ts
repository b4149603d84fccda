import { expect, test } from 'vitest'
import { SessionAction, type SessionListItem } from '#contract/sessions/sessions.ts'
import { linksOf } from './session-links.ts'

const session = (allowedActions: SessionAction[], phase: SessionListItem['phase'] = 'upcoming') =>
  ({ id: 'x', type: 'Client', phase, allowedActions }) as unknown as SessionListItem

const offered = (...asked: Parameters<typeof linksOf>) => linksOf(...asked).map(({ what }) => what)

test('an action that the server does not allow is not offered', () => {
  expect(offered(session([]), 'coach')).toEqual([])
  expect(offered(session([]), 'client')).toEqual([])
})

test('a coach answers, edits and cancels; moves are done in the calendar', () => {
  expect(offered(session(['confirm', 'propose', 'reject', 'reschedule', 'edit', 'cancel']), 'coach')).toEqual(
    ['answer', 'edit', 'cancel'],
  )
  expect(offered(session(['acceptMove', 'declineMove']), 'coach')).toEqual(['answerMove'])
})

test('a client chooses a time and moves on the session’s own screen', () => {
  expect(linksOf(session(['accept', 'cancel']), 'client')).toEqual([
    { what: 'choose', to: '/session/view/x' },
    { what: 'cancel', to: '/session/view/x?open=cancel' },
  ])
  expect(linksOf(session(['requestMove']), 'client')).toEqual([
    { what: 'move', to: '/session/view/x?open=move' },
  ])
})

test('a session is closed once it is over, not while it is in progress', () => {
  expect(offered(session(['close'], 'inProgress'), 'coach')).toEqual([])
  expect(offered(session(['close'], 'toClose'), 'coach')).toEqual(['close'])
})
