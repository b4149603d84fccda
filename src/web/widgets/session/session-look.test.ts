import { expect, test } from 'vitest'
import { fromIso } from '#time/clock.ts'
import { SessionStatus, type SessionListItem } from '#contract/sessions/sessions.ts'
import { isJoinable, otherParty, shownStatus, statusWord, takesTime } from './session-look.ts'
import type { Viewer } from '#web/store/viewer.ts'

const party = (name: string) => ({
  id: name,
  name,
  lastName: 'López',
  photo: null,
  timezone: 'Europe/Madrid',
})

test('a confirmed session shows its phase once it has begun', () => {
  expect(shownStatus({ status: 'confirmed', phase: 'upcoming' })).toBe('confirmed')
  expect(shownStatus({ status: 'confirmed', phase: 'inProgress' })).toBe('inProgress')
  expect(shownStatus({ status: 'confirmed', phase: 'toClose' })).toBe('toClose')
  expect(shownStatus({ status: 'completed', phase: null })).toBe('completed')
})

const startsAt = '2027-02-02T16:00:00.000Z' as SessionListItem['startsAt']
const now = fromIso(startsAt)
const session = (status: SessionStatus, phase: SessionListItem['phase'] = null) => ({
  status,
  phase,
  startsAt,
})

test('while its room is open and it has not begun, a session is said to start soon', () => {
  const open = session('confirmed', 'inProgress')
  expect(statusWord(open, 'coach', fromIso('2027-02-02T15:55:00.000Z'))).toBe('startingSoon')
  expect(statusWord(open, 'coach', now)).toBe('inProgress')
})

test('the side that proposed another time does not read that it is proposed to them', () => {
  expect(statusWord(session('proposed'), 'client', now)).toBe('proposed')
  expect(statusWord(session('proposed'), 'coach', now)).toBe('proposedByYou')
  expect(statusWord(session('requested'), 'coach', now)).toBe('requested')
  const cancelled = session('cancelledByClient')
  expect(statusWord(cancelled, 'client', now)).toBe('cancelledByYou')
  expect(statusWord(cancelled, 'coach', now)).toBe('cancelledByClient')
  expect(statusWord(session('noShowCoach'), 'client', now)).toBe('missedByYourCoach')
})

test('sessions whose time was freed are not drawn, all others are', () => {
  expect(SessionStatus.options.filter((status) => !takesTime({ status }))).toEqual([
    'cancelledByClient',
    'cancelledByCoach',
    'rejected',
    'expired',
  ])
})

test('each side sees the other', () => {
  const session = { coach: party('Ana'), client: party('Mariana') } as Pick<
    SessionListItem,
    'coach' | 'client'
  >
  expect(otherParty(session, { side: 'coach' } as Viewer)).toMatchObject({
    role: 'client',
    fullName: 'Mariana López',
  })
  expect(otherParty(session, { side: 'client' } as Viewer)).toMatchObject({
    role: 'coach',
    fullName: 'Ana López',
  })
  expect(otherParty({ ...session, client: null }, { side: 'coach' } as Viewer)).toBeNull()
})

test('the join button shows only while the meeting can be joined', () => {
  const session = (change: object) =>
    ({
      status: 'confirmed',
      phase: 'upcoming',
      meetingUrl: 'https://meet.google.com/abc',
      ...change,
    }) as SessionListItem
  expect(isJoinable(session({}))).toBe(true)
  expect(isJoinable(session({ phase: 'toClose' }))).toBe(false)
  expect(isJoinable(session({ meetingUrl: null }))).toBe(false)
  expect(isJoinable(session({ status: 'requested', phase: null }))).toBe(false)
})
