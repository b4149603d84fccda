import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ReminderKind } from '#contract/calendar/calendar.ts'
import type { ClientId, GroupId, SessionId, UserId } from '#contract/values.ts'
import { HOUR_MS, MINUTE_MS, type EpochMs, epochMs, fromIso, toIso } from '#time/clock.ts'
import type { DomainEvent, DomainEventOf, DomainEventType } from '#server/domain-events.ts'
import { planSessionTimers } from './session-timers.plan.ts'

const NOW = fromIso('2027-02-02T15:00:00Z')
const coachId = 'a7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e01' as UserId
const clientId = 'b7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e02' as ClientId
const groupId = 'd7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e04' as GroupId
const sessionId = 'c7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e03' as SessionId
const DAY = 24 * 60
const iso = (ms: EpochMs) => toIso(ms)
const inMinutes = (minutes: number) => epochMs(NOW + minutes * MINUTE_MS)

type SessionType = Extract<DomainEventType, `session.${string}`>

/** An event about a session that starts in `minutes`; three days ahead unless told. */
function event<Type extends SessionType>(
  type: Type,
  more: object = {},
  minutes = 3 * DAY,
): DomainEventOf<Type> {
  const times = { startsAt: iso(inMinutes(minutes)), endsAt: iso(inMinutes(minutes + 60)) }
  const payload = { clientId, groupId: null, ...times, ...more }
  return { type, coachId, actorUserId: null, subjectId: sessionId, payload } as unknown as DomainEventOf<Type>
}

/** The timers set after events in a row, as key → minutes from now. */
function timersAfter(...events: DomainEvent[]): Record<string, number> {
  const timers: Record<string, number> = {}
  for (const change of events.flatMap((one) => planSessionTimers(one, NOW))) {
    const key = change.key.split(':')[0]!
    if (change.kind === 'set') timers[key] = (change.dueAt - NOW) / MINUTE_MS
    else delete timers[key]
  }
  return timers
}

const asked = event('session.requested', { expiresAt: iso(epochMs(NOW + 22 * HOUR_MS)) })
const booked = (minutes: number) => event('session.booked', { by: 'coach', past: minutes < 0 }, minutes)
/** All reminders of a session that starts in `minutes`. */
const reminders = (minutes: number) => ({
  'session.remind.h48': minutes - 2 * DAY,
  'session.remind.h24': minutes - DAY,
  'session.remind.h3': minutes - 180,
  'session.remind.m10': minutes - 10,
})

describe('a request', () => {
  test('expires when its event says, and so does a proposal', () => {
    expect(timersAfter(asked)).toEqual({ 'session.expire': 22 * 60 })
    const proposed = event('session.proposed', { expiresAt: iso(inMinutes(30)), times: [] })
    expect(timersAfter(asked, proposed)).toEqual({ 'session.expire': 30 })
  })

  test('that is confirmed reminds, and expires no more', () => {
    expect(timersAfter(asked, event('session.confirmed'))).toEqual(reminders(3 * DAY))
  })
})

describe('a confirmed session', () => {
  test('is reminded of by what still lies ahead; inside the last ten minutes at once', () => {
    expect(timersAfter(booked(3 * DAY))).toEqual(reminders(3 * DAY))
    expect(timersAfter(booked(2 * DAY))).toEqual({
      'session.remind.h24': DAY,
      'session.remind.h3': 2 * DAY - 180,
      'session.remind.m10': 2 * DAY - 10,
    })
    expect(timersAfter(booked(60))).toEqual({ 'session.remind.m10': 50 })
    expect(timersAfter(booked(5))).toEqual({ 'session.remind.m10': 0 })
    expect(timersAfter(booked(0))).toEqual({ 'session.remind.m10': 0 })
    expect(timersAfter(booked(-60))).toEqual({})
  })

  test('takes its reminders along when it moves, and leaves those behind whose time has gone by', () => {
    const moved = (minutes: number) => event('session.rescheduled', { by: 'coach' }, minutes)
    expect(timersAfter(booked(3 * DAY), moved(5 * DAY))).toEqual(reminders(5 * DAY))
    expect(timersAfter(booked(3 * DAY), moved(30))).toEqual({ 'session.remind.m10': 20 })
    expect(timersAfter(booked(3 * DAY), moved(-30))).toEqual({})
  })

  test('of a group begins at its start, also where it moved to', () => {
    const more = { clientId: null, groupId, by: 'coach', past: false }
    expect(timersAfter(event('session.booked', more, 60))).toEqual({
      'session.remind.m10': 50,
      'session.begin': 60,
    })
    expect(timersAfter(event('session.booked', more, 60), event('session.rescheduled', more, 90))).toEqual({
      'session.remind.m10': 80,
      'session.begin': 90,
    })
  })

  test('declines a move by itself at the last moment, unless it was answered', () => {
    const ask = event('session.move_requested', { lapsesAt: iso(inMinutes(100)) })
    expect(timersAfter(ask)).toEqual({ 'session.lapseMove': 100 })
    expect(timersAfter(ask, event('session.move_declined'))).toEqual({})
    expect(timersAfter(ask, event('session.rescheduled', { by: 'coach' }))).toEqual(reminders(3 * DAY))
  })
})

describe('at the end of a session', () => {
  const ENDS = [
    'session.rejected',
    'session.cancelled',
    'session.calledOff',
    'session.expired',
    'session.closed',
  ] as const

  test.each(ENDS)('after %s nothing is left', (type) => {
    expect(timersAfter(asked, event(type))).toEqual({})
    expect(timersAfter(asked, event('session.confirmed'), event(type))).toEqual({})
  })

  test('nothing is left whatever happened before it', () => {
    const step = fc.constantFrom<SessionType>(
      'session.requested',
      'session.proposed',
      'session.booked',
      'session.confirmed',
      'session.rescheduled',
      'session.move_requested',
      'session.move_declined',
    )
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 6 }),
        fc.constantFrom(...ENDS),
        fc.integer({ min: -60, max: 6000 }),
        fc.boolean(),
        (steps, last, minutes, ofGroup) => {
          const at = iso(inMinutes(minutes))
          const whose = ofGroup ? { clientId: null, groupId } : { clientId, groupId: null }
          const more = { expiresAt: at, lapsesAt: at, by: 'coach', ...whose }
          expect(timersAfter(...[...steps, last].map((type) => event(type, more, minutes)))).toEqual({})
        },
      ),
    )
  })
})

test('a timer names the session, the kind and the start it was set for', () => {
  const set = planSessionTimers(event('session.confirmed'), NOW).filter(({ kind }) => kind === 'set')
  expect(set).toEqual(
    ReminderKind.options.map((kind) => ({
      kind: 'set',
      key: `session.remind.${kind}:${sessionId}`,
      dueAt: expect.any(Number) as number,
      command: { type: 'session.remind', sessionId, startsAt: iso(inMinutes(3 * DAY)), kind },
    })),
  )
})

test('timers of other sessions are left alone', () => {
  const changes = planSessionTimers(event('session.cancelled', { by: 'coach', late: false }), NOW)
  expect(changes.every(({ key }) => key.endsWith(`:${sessionId}`))).toBe(true)
  expect(changes).toHaveLength(7)
})
