import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ClientId, SessionId, UserId } from '#contract/values.ts'
import { HOUR_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { propertyRuns } from '#test/support/effort/property-runs.ts'
import { waitsUntil } from './waiting-time.ts'

const coach = 'a7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e01' as UserId
const reader = 'b7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e02' as UserId
const NOW = fromIso('2027-02-03T05:00:00Z')
const MORNING = epochMs(NOW + 9 * HOUR_MS)

const hours = (count: number) => toIso(epochMs(NOW + count * HOUR_MS))
const cancelled = (startsIn: number, actorUserId: UserId = coach): DomainEvent => ({
  type: 'session.cancelled',
  coachId: coach,
  actorUserId,
  subjectId: 'c7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e03' as SessionId,
  payload: {
    clientId: 'd7d5c1de-7a4c-4d0a-8a3e-6c2f0a5b1e04' as ClientId,
    groupId: null,
    startsAt: hours(startsIn),
    endsAt: hours(startsIn + 1),
    by: 'coach',
    late: false,
    reason: 'Me enfermé',
  },
})
const quiet = { kind: 'changes', reader, quietUntil: MORNING, now: NOW } as const

// @spec P.183
describe('news in the quiet hours of their reader', () => {
  test('wait for the morning exactly if that is an hour before the session or earlier', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 * 60 }), (minutes) => {
        const waits = waitsUntil(cancelled(minutes / 60), quiet)
        expect(waits).toBe(minutes / 60 >= 10 ? MORNING : undefined)
      }),
      { numRuns: propertyRuns(200) },
    )
  })

  test('do not wait outside of those hours', () => {
    expect(waitsUntil(cancelled(48), { ...quiet, quietUntil: undefined })).toBeUndefined()
  })

  test('wait when the session is over: nothing is late any more', () => {
    expect(waitsUntil(cancelled(-2), quiet)).toBe(MORNING)
  })

  test('do not wait when a session was moved away from this night, or a request lapses in it', () => {
    const { payload, ...event } = cancelled(72)
    const moved = { ...event, type: 'session.rescheduled', payload: { ...payload, fromStartsAt: hours(4) } }
    expect(waitsUntil(moved as DomainEvent, quiet)).toBeUndefined()
    const asked = { ...event, type: 'session.requested', payload: { ...payload, expiresAt: hours(6) } }
    expect(waitsUntil(asked as DomainEvent, quiet)).toBeUndefined()
    const paused = { ...event, type: 'client.paused', payload: { calledOff: [{ startsAt: hours(8) }] } }
    expect(waitsUntil(paused as unknown as DomainEvent, quiet)).toBeUndefined()
  })

  test('do not wait about an account or a payment, in the daily summary, nor about what the reader did', () => {
    expect(waitsUntil(cancelled(48), { ...quiet, kind: null })).toBeUndefined()
    expect(waitsUntil(cancelled(48), { ...quiet, kind: 'daily' })).toBeUndefined()
    expect(waitsUntil(cancelled(48, reader), quiet)).toBeUndefined()
  })
})
