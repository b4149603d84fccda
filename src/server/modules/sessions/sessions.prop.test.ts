import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SessionOutcome, SessionStatus } from '#contract/sessions.ts'
import { HOUR_MS, MINUTE_MS, epochMs } from '#time/clock.ts'
import {
  type Mover,
  type SessionCommand,
  type SessionState,
  allowedActions,
  decide,
  expiryOf,
  phaseOf,
  reminderOf,
} from './sessions.domain.ts'

const NOW = epochMs(1_800_000_000_000)
const FINAL = SessionStatus.exclude(['requested', 'proposed', 'confirmed']).options

const instant = fc
  .integer({ min: -5 * 24 * 60, max: 5 * 24 * 60 })
  .map((min) => epochMs(NOW + min * MINUTE_MS))
const session: fc.Arbitrary<SessionState> = fc
  .record({
    status: fc.constantFrom(...SessionStatus.options),
    startsAt: fc.oneof(instant, fc.constant(NOW)),
    minutes: fc.integer({ min: 15, max: 480 }),
    cancelNoticeMin: fc.constantFrom(0, 60, 1440),
  })
  .map(({ minutes, ...rest }) => ({ ...rest, endsAt: epochMs(rest.startsAt + minutes * MINUTE_MS) }))
const mover = fc.constantFrom<Mover>('coach', 'client', 'clock')
const side = fc.constantFrom('coach' as const, 'client' as const)
const command: fc.Arbitrary<SessionCommand> = fc.oneof(
  fc.constantFrom<SessionCommand>(
    { type: 'confirm' },
    { type: 'reject' },
    { type: 'cancel' },
    { type: 'expire' },
  ),
  fc.constantFrom(...SessionOutcome.options).map((outcome) => ({ type: 'close' as const, outcome })),
)

/** The table of product §9 written out once more, as what may happen to whom. */
function table(state: SessionState, { type }: SessionCommand, by: Mover): boolean {
  const ahead = NOW < state.startsAt
  const waiting = state.status === 'requested' || state.status === 'proposed'
  if (type === 'confirm') return by === 'coach' && state.status === 'requested' && ahead
  if (type === 'reject') return by === 'coach' && waiting && ahead
  if (type === 'expire') return by === 'clock' && waiting
  if (type === 'close') return by === 'coach' && state.status === 'confirmed' && !ahead
  return ahead && ((state.status === 'confirmed' && by !== 'clock') || (waiting && by === 'client'))
}

describe('the state machine of product §9', () => {
  test('accepts exactly what the table says', () => {
    fc.assert(
      fc.property(session, command, mover, (state, wanted, by) => {
        expect(decide(state, wanted, by, NOW) !== undefined).toBe(table(state, wanted, by))
      }),
      { numRuns: 2_000 },
    )
  })

  test('an allowed action succeeds, one not listed is refused', () => {
    fc.assert(
      fc.property(session, command, side, (state, wanted, by) => {
        const listed = (allowedActions(state, by, NOW) as string[]).includes(wanted.type)
        expect(decide(state, wanted, by, NOW) !== undefined).toBe(listed)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a process that ends takes what its client could still cancel, and only the coach ends it', () => {
    fc.assert(
      fc.property(session, mover, (state, by) => {
        const moved = decide(state, { type: 'callOff' }, by, NOW)
        const ahead = decide(state, { type: 'cancel' }, 'client', NOW) !== undefined
        expect(moved).toEqual(by === 'coach' && ahead ? { to: 'cancelledByCoach', late: false } : undefined)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a final state stays', () => {
    fc.assert(
      fc.property(session, fc.constantFrom(...FINAL), command, mover, (state, status, wanted, by) => {
        expect(decide({ ...state, status }, wanted, by, NOW)).toBeUndefined()
      }),
    )
  })

  test('no command leads back to the state it came from, so a second one of two finds another', () => {
    fc.assert(
      fc.property(session, command, mover, (state, wanted, by) => {
        const moved = decide(state, wanted, by, NOW)
        expect(moved?.to).not.toBe(state.status)
        if (moved) expect(decide({ ...state, status: moved.to }, wanted, by, NOW)).toBeUndefined()
      }),
      { numRuns: 1_000 },
    )
  })

  test('the same answer at any distance from 1970: the rules know instants only', () => {
    fc.assert(
      fc.property(
        session,
        command,
        mover,
        fc.integer({ min: -1e9, max: 1e9 }),
        (state, wanted, by, shift) => {
          const moved = {
            ...state,
            startsAt: epochMs(state.startsAt + shift),
            endsAt: epochMs(state.endsAt + shift),
          }
          expect(decide(moved, wanted, by, epochMs(NOW + shift))).toEqual(decide(state, wanted, by, NOW))
        },
      ),
    )
  })
})

describe('a cancellation', () => {
  const confirmed = (minutesAhead: number): SessionState => ({
    status: 'confirmed',
    startsAt: epochMs(NOW + minutesAhead * MINUTE_MS),
    endsAt: epochMs(NOW + (minutesAhead + 60) * MINUTE_MS),
    cancelNoticeMin: 1440,
  })

  test('of the client is late inside the notice, not at its edge', () => {
    expect(decide(confirmed(1440), { type: 'cancel' }, 'client', NOW)?.late).toBe(false)
    expect(decide(confirmed(1439), { type: 'cancel' }, 'client', NOW)?.late).toBe(true)
  })

  test('of the coach is never late', () => {
    expect(decide(confirmed(1), { type: 'cancel' }, 'coach', NOW)).toEqual({
      to: 'cancelledByCoach',
      late: false,
    })
  })

  test('is over at the start, where closing begins', () => {
    expect(allowedActions(confirmed(1), 'coach', NOW)).toEqual(['cancel'])
    expect(allowedActions(confirmed(0), 'coach', NOW)).toEqual(['close'])
    expect(allowedActions(confirmed(0), 'client', NOW)).toEqual([])
  })
})

describe('the clock', () => {
  test('phases: under way from 10 minutes before to 30 after, then waiting to be closed', () => {
    const at = (minutes: number) =>
      phaseOf(
        {
          status: 'confirmed',
          startsAt: NOW,
          endsAt: epochMs(NOW + HOUR_MS),
          cancelNoticeMin: 0,
        },
        epochMs(NOW + minutes * MINUTE_MS),
      )
    expect([-11, -10, 0, 60, 89, 90].map(at)).toEqual([
      'upcoming',
      'inProgress',
      'inProgress',
      'inProgress',
      'inProgress',
      'toClose',
    ])
  })

  test('a request lapses after 48 hours or 2 hours before its start; asked later, at the start', () => {
    const expiry = (hoursAhead: number) =>
      (expiryOf(NOW, epochMs(NOW + hoursAhead * HOUR_MS)) - NOW) / HOUR_MS
    expect([100, 50, 49.5, 24, 2.5, 2, 1, 0.1].map(expiry)).toEqual([48, 48, 47.5, 22, 0.5, 2, 1, 0.1])
  })

  test('a request always lapses after it was made and not after its start', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 * 60 }), (minutes) => {
        const startsAt = epochMs(NOW + minutes * MINUTE_MS)
        const expiry = expiryOf(NOW, startsAt)
        expect(expiry).toBeGreaterThan(NOW)
        expect(expiry).toBeLessThanOrEqual(startsAt)
      }),
    )
  })

  test('a reminder goes out 10 minutes before, at once inside that, never after the start', () => {
    const reminder = (minutesAhead: number) => {
      const at = reminderOf(epochMs(NOW + minutesAhead * MINUTE_MS), NOW)
      return at === undefined ? undefined : (at - NOW) / MINUTE_MS
    }
    expect([60, 11, 10, 3, 0, -1].map(reminder)).toEqual([50, 1, 0, 0, 0, undefined])
  })
})
