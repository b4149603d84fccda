import { expect, test } from 'vitest'
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

test('the side that proposed another time does not read that it is proposed to them', () => {
  const proposed = { status: 'proposed', phase: null } as const
  expect(statusWord(proposed, 'client')).toBe('proposed')
  expect(statusWord(proposed, 'coach')).toBe('proposedByYou')
  expect(statusWord({ status: 'requested', phase: null }, 'coach')).toBe('requested')
  const cancelled = { status: 'cancelledByClient', phase: null } as const
  expect(statusWord(cancelled, 'client')).toBe('cancelledByYou')
  expect(statusWord(cancelled, 'coach')).toBe('cancelledByClient')
  expect(statusWord({ status: 'noShowCoach', phase: null }, 'client')).toBe('missedByYourCoach')
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
