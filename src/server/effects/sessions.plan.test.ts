import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NotificationType } from '#contract/notifications.ts'
import type { ActionId, ClientId, IsoInstant, SessionId, UserId } from '#contract/values.ts'
import { HOUR_MS, MINUTE_MS, type EpochMs, epochMs, fromIso, toIso } from '#time/clock.ts'
import type { DomainEvent, DomainEventOf, DomainEventType } from '../domain-events.ts'
import type { Effect } from './effect.ts'
import { SESSION_PLANS, planSessionTimers } from './sessions.plan.ts'

const NOW = fromIso('2027-02-02T15:00:00Z')
const coachId = 'a7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e01' as UserId
const clientId = 'b7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e02' as ClientId
const sessionId = 'c7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e03' as SessionId
const iso = (ms: EpochMs) => toIso(ms) as IsoInstant
const inMinutes = (minutes: number) => epochMs(NOW + minutes * MINUTE_MS)

type SessionType = Extract<DomainEventType, `session.${string}`>

/** An event about a session that starts in `minutes`. */
function event<Type extends SessionType>(
  type: Type,
  more: object = {},
  minutes = 24 * 60,
): DomainEventOf<Type> {
  return {
    type,
    coachId,
    actorUserId: null,
    subjectId: sessionId,
    payload: {
      clientId,
      startsAt: iso(inMinutes(minutes)),
      endsAt: iso(inMinutes(minutes + 60)),
      ...more,
    },
  } as unknown as DomainEventOf<Type>
}

/** An effect in a word: "coach! NEW…" is a notification, "coach@ …" a mail, "~session" what both refetch. */
const short = (effect: Effect) => {
  if (effect.kind === 'changed') return `~${effect.to.join('+')} ${effect.subject}`
  return effect.kind === 'notify' ? `${effect.to}! ${effect.type}` : `${effect.to}@ ${effect.template}`
}

describe('what goes out (product §9, §17)', () => {
  const BOTH = '~coach+client session'
  const told: [string, readonly Effect[], string[]][] = [
    [
      'a request',
      SESSION_PLANS['session.requested'](event('session.requested')),
      ['coach! NEW_SESSION_FROM_CLIENT', 'coach@ sessionRequested', BOTH],
    ],
    [
      'a booking of the coach',
      SESSION_PLANS['session.booked'](event('session.booked', { by: 'coach', past: false })),
      ['client! NEW_SESSION_FROM_COACH', 'client@ sessionBooked', BOTH],
    ],
    [
      'a past session written down',
      SESSION_PLANS['session.booked'](event('session.booked', { by: 'coach', past: true })),
      ['client! NEW_SESSION_FROM_COACH', BOTH],
    ],
    [
      'a booking confirmed by itself',
      SESSION_PLANS['session.booked'](event('session.booked', { by: 'client', past: false })),
      ['coach! NEW_SESSION_FROM_CLIENT', 'coach@ sessionBooked', 'client@ sessionConfirmed', BOTH],
    ],
    [
      'a confirmation',
      SESSION_PLANS['session.confirmed'](event('session.confirmed')),
      ['client! SESSION_CONFIRMED', 'client@ sessionConfirmed', BOTH],
    ],
    [
      'a rejection',
      SESSION_PLANS['session.rejected'](event('session.rejected')),
      ['client! CANCELLED_SESSION_FROM_COACH', 'client@ sessionRejected', BOTH],
    ],
    [
      'a cancellation by the client',
      SESSION_PLANS['session.cancelled'](event('session.cancelled', { by: 'client', late: true })),
      ['coach! CANCELLED_SESSION_FROM_CLIENT', 'coach@ sessionCancelled', BOTH],
    ],
    [
      'a cancellation by the coach',
      SESSION_PLANS['session.cancelled'](event('session.cancelled', { by: 'coach', late: false })),
      ['client! CANCELLED_SESSION_FROM_COACH', 'client@ sessionCancelled', BOTH],
    ],
    [
      'one that went with its process, whose mail is another',
      SESSION_PLANS['session.calledOff'](event('session.calledOff')),
      ['client! CANCELLED_SESSION_FROM_COACH', BOTH],
    ],
    [
      'a lapsed request',
      SESSION_PLANS['session.expired'](event('session.expired')),
      ['coach! SESSION_EXPIRED', 'client! SESSION_EXPIRED', BOTH],
    ],
    [
      'a session about to start',
      SESSION_PLANS['session.starting'](event('session.starting')),
      ['coach! 10_MINS_TO_START', 'client! 10_MINS_TO_START'],
    ],
    [
      'a closing',
      SESSION_PLANS['session.closed'](event('session.closed', { outcome: 'completed' })),
      ['client! SESSION_CLOSED', BOTH, '~coach+client action'],
    ],
  ]

  test.each(told)('%s', (_, effects, expected) => {
    expect(effects.map(short)).toEqual(expected)
    for (const effect of effects) {
      if (effect.kind === 'notify') expect(NotificationType.options).toContain(effect.type)
    }
  })

  test('every session event is told of above', () => {
    const types = Object.keys(SESSION_PLANS).filter((type) => type.startsWith('session.'))
    // session.booked has three ways and session.cancelled two.
    expect(told.length - 3).toBe(types.length)
  })

  test('an action that moved and a calendar that changed are refetched, silently', () => {
    const moved = SESSION_PLANS['action.moved']({
      type: 'action.moved',
      coachId,
      actorUserId: null,
      subjectId: 'd7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e04' as ActionId,
      payload: { clientId, from: 'pending', to: 'done', by: 'client' },
    })
    expect(moved.map(short)).toEqual(['~coach+client action'])
    const changed = SESSION_PLANS['calendar.changed']({
      type: 'calendar.changed',
      coachId,
      actorUserId: coachId,
      subjectId: coachId,
      payload: {},
    })
    expect(changed.map(short)).toEqual(['~coach calendar'])
  })
})

describe('what the clock will do', () => {
  /** The timers standing after events in a row, as key → minutes from now. */
  function standing(...events: DomainEvent[]): Record<string, number> {
    const timers: Record<string, number> = {}
    for (const change of events.flatMap((one) => planSessionTimers(one, NOW))) {
      const key = change.key.split(':')[0]!
      if (change.kind === 'set') timers[key] = (change.dueAt - NOW) / MINUTE_MS
      else delete timers[key]
    }
    return timers
  }

  const asked = event('session.requested', { expiresAt: iso(epochMs(NOW + 22 * HOUR_MS)) })

  test('a request expires when its event says', () => {
    expect(standing(asked)).toEqual({ 'session.expire': 22 * 60 })
  })

  test('a confirmed one reminds 10 minutes before and expires no more', () => {
    expect(standing(asked, event('session.confirmed'))).toEqual({ 'session.remind': 24 * 60 - 10 })
    expect(standing(event('session.booked', { by: 'coach', past: false }, 5))).toEqual({
      'session.remind': 0,
    })
  })

  test('a past one never reminds', () => {
    expect(standing(event('session.booked', { by: 'coach', past: true }, -60))).toEqual({})
  })

  test.each([
    'session.rejected',
    'session.cancelled',
    'session.calledOff',
    'session.expired',
    'session.closed',
  ] as const)('after %s nothing is left', (type) => {
    expect(standing(asked, event(type))).toEqual({})
    expect(standing(asked, event('session.confirmed'), event(type))).toEqual({})
  })

  test('whatever happens before the end of a session, at its end no timer is left', () => {
    const step = fc.constantFrom<SessionType>('session.requested', 'session.booked', 'session.confirmed')
    const end = fc.constantFrom<SessionType>('session.cancelled', 'session.closed', 'session.rejected')
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 6 }),
        end,
        fc.integer({ min: -60, max: 600 }),
        (steps, last, minutes) => {
          const expiresAt = iso(inMinutes(minutes))
          const events = [...steps, last].map((type) => event(type, { expiresAt, by: 'coach' }, minutes))
          expect(standing(...events)).toEqual({})
        },
      ),
    )
  })

  test('a timer names the session and the start it was set for', () => {
    const [, set] = planSessionTimers(event('session.confirmed'), NOW)
    expect(set).toMatchObject({
      kind: 'set',
      key: `session.remind:${sessionId}`,
      command: { type: 'session.remind', sessionId, startsAt: iso(inMinutes(24 * 60)) },
    })
  })

  test('timers of other sessions are left alone', () => {
    const keys = planSessionTimers(event('session.cancelled', { by: 'coach', late: false }), NOW).map(
      ({ key }) => key,
    )
    expect(keys).toEqual([`session.expire:${sessionId}`, `session.remind:${sessionId}`])
  })
})
