import { describe, expect, test } from 'vitest'
import type { IsoInstant, SessionId, UserId } from '#contract/values.ts'
import type { TimerCommand } from '../domain-events.ts'
import { TimerNotUnderstood, readTimer, storeTimer } from './stored-timer.ts'

const sessionId = 'c7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e03' as SessionId
const coachId = 'a7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e01' as UserId
const startsAt = '2027-02-04T16:00:00Z' as IsoInstant

const COMMANDS: TimerCommand[] = [
  { type: 'email.sendCode', email: 'ana@ejemplo.mx' },
  { type: 'recovery.send', email: 'ana@ejemplo.mx' },
  {
    type: 'audit.signInFailed',
    email: 'ana@ejemplo.mx',
    address: '203.0.113.7',
    userAgent: 'curl',
    at: startsAt,
  },
  { type: 'session.remind', sessionId, startsAt, kind: 'h24' },
  { type: 'session.lapseMove', sessionId, startsAt },
  {
    type: 'session.tellMove',
    sessionId,
    to: 'client',
    first: { startsAt, endsAt: startsAt, latestAt: startsAt },
  },
  { type: 'mail.send', job: { v: 1, eventId: sessionId, to: 'client', template: 'invitation' } },
  { type: 'session.begin', sessionId, startsAt },
  { type: 'session.expire', sessionId, startsAt },
  { type: 'calendar.refresh', coachId },
  { type: 'maintenance.purge' },
]

describe('a stored timer', () => {
  test.each(COMMANDS)('$type is read as it was stored', (command) => {
    const stored: unknown = JSON.parse(JSON.stringify(storeTimer(command)))
    expect(stored).toMatchObject({ v: 1 })
    expect(readTimer(stored)).toEqual(command)
  })

  test.each(COMMANDS)('$type of releases without version numbers is read', (command) => {
    expect(readTimer(command)).toEqual(command)
  })

  test('the first reminders were those of ten minutes', () => {
    expect(readTimer({ type: 'session.remind', sessionId, startsAt })).toEqual({
      type: 'session.remind',
      sessionId,
      startsAt,
      kind: 'm10',
    })
  })

  test.each([{ type: 'house.purge' }, { v: 1, type: 'house.purge' }])(
    '%o has another name in this release',
    (stored) => {
      expect(readTimer(stored)).toMatchObject({ type: 'maintenance.purge' })
    },
  )

  test.each([
    ['of a newer release', { v: 2, type: 'maintenance.purge' }],
    ['of a type nobody knows', { v: 1, type: 'session.applaud', sessionId }],
    ['without its kind in a release that has kinds', { v: 1, type: 'session.remind', sessionId, startsAt }],
    ['without its session', { v: 1, type: 'session.expire', startsAt }],
    ['that is no object', 'maintenance.purge'],
    ['that is nothing', null],
  ])('one %s is not understood', (_name, stored) => {
    expect(() => readTimer(stored)).toThrow(TimerNotUnderstood)
  })
})
