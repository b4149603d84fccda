import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ClientStatus } from '#contract/clients.ts'
import { GroupStatus } from '#contract/groups.ts'
import { AttendanceState, SessionAction, SessionOutcome, SessionStatus } from '#contract/sessions/sessions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, epochMs } from '#time/clock.ts'
import {
  type Mover,
  type SessionCommand,
  type Situation,
  allowedActions,
  situationRefusal,
  decide,
  needsReason,
} from './lifecycle.domain.ts'
import type { SessionState } from './sessions.domain.ts'

const NOW = epochMs(1_800_000_000_000)
const GOOD: Situation = { paid: true, process: 'active', group: null }

const instant = (days: number) =>
  fc.integer({ min: -days * 24 * 60, max: days * 24 * 60 }).map((min) => epochMs(NOW + min * MINUTE_MS))
/** Any time near now, and now itself, where most rules change. */
const near = fc.oneof(instant(5), instant(0.25), fc.constant(NOW))
const session: fc.Arbitrary<SessionState> = fc
  .record({
    type: fc.constantFrom('Client' as const, 'Group' as const),
    status: fc.oneof(fc.constantFrom(...SessionStatus.options), fc.constant('confirmed' as const)),
    startsAt: fc.oneof(near, instant(2)),
    minutes: fc.integer({ min: 15, max: 480 }),
    cancelNoticeMin: fc.constantFrom(0, 60, 1440),
    createdAt: instant(8),
    askedAt: fc.option(instant(4)),
    proposedAt: near,
    moveStartsAt: fc.option(near),
    closedAt: instant(20),
    ownAttendance: fc.option(fc.constantFrom(...AttendanceState.options)),
  })
  .map(({ minutes, proposedAt, moveStartsAt, closedAt, ...rest }) => ({
    ...rest,
    endsAt: epochMs(rest.startsAt + minutes * MINUTE_MS),
    // What the database guarantees for each state.
    firstProposedAt: rest.status === 'proposed' ? proposedAt : null,
    moveStartsAt: rest.status === 'confirmed' && rest.type === 'Client' ? moveStartsAt : null,
    closedAt: (SessionOutcome.options as string[]).includes(rest.status) ? closedAt : null,
  }))
const mover = fc.constantFrom<Mover>('coach', 'client', 'clock')
const side = fc.constantFrom('coach' as const, 'client' as const)
const types = [...SessionAction.options, 'callOff', 'expire', 'lapseMove'] as const
const command: fc.Arbitrary<SessionCommand> = fc
  .record({ type: fc.constantFrom(...types), outcome: fc.constantFrom(...SessionOutcome.options) })
  .map(({ type, outcome }) => (type === 'close' || type === 'correct' ? { type, outcome } : { type }))

/** The table of product §9 written a second time, as who may do what. */
function table(state: SessionState, { type }: SessionCommand, by: Mover): boolean {
  const { status } = state
  const start = state.firstProposedAt ?? state.startsAt
  const ahead = NOW < start
  const waiting = status === 'requested' || status === 'proposed'
  const confirmed = status === 'confirmed'
  const closed = (SessionOutcome.options as string[]).includes(status)
  const notice = state.cancelNoticeMin * MINUTE_MS
  const coachs = by === 'coach'
  const clients = by === 'client'
  const of1 = state.type === 'Client'
  const left = state.startsAt - NOW
  switch (type) {
    case 'confirm':
      return coachs && status === 'requested' && ahead
    case 'propose':
      return coachs && of1 && status === 'requested' && ahead
    case 'accept':
      return clients && of1 && status === 'proposed' && ahead
    case 'reject':
      return coachs && waiting && ahead
    case 'expire': {
      const asked = state.askedAt ?? state.createdAt
      const due = start - asked > 2 * HOUR_MS ? Math.min(asked + 48 * HOUR_MS, start - 2 * HOUR_MS) : start
      return by === 'clock' && waiting && NOW >= due
    }
    case 'cancel':
      return ahead && ((coachs && confirmed) || (clients && of1 && (confirmed || waiting)))
    case 'callOff':
      return coachs && ahead && (confirmed || waiting)
    case 'reschedule':
      return confirmed && (coachs || (clients && of1 && left > 0 && left >= 2 * notice))
    case 'requestMove':
      return confirmed && clients && of1 && left > notice && left < 2 * notice
    case 'acceptMove':
      return coachs && confirmed && ahead && state.moveStartsAt !== null && state.moveStartsAt > NOW
    case 'declineMove':
      return coachs && confirmed && state.moveStartsAt !== null
    case 'withdrawMove':
      return clients && confirmed && of1 && state.moveStartsAt !== null
    case 'lapseMove':
      return by === 'clock' && confirmed && state.moveStartsAt !== null
    case 'edit':
      return coachs && (waiting || confirmed)
    case 'editAgenda':
      return by !== 'clock' && (waiting || confirmed)
    case 'prepare':
      return clients && confirmed && left <= DAY_MS
    case 'excuse':
      return clients && !of1 && confirmed && NOW < state.endsAt && state.ownAttendance !== 'excused'
    case 'withdrawExcuse':
      return clients && !of1 && confirmed && ahead && state.ownAttendance === 'excused'
    case 'close':
      return coachs && confirmed && left <= 0
    case 'correct':
      return coachs && closed
    case 'rate': {
      const { ownAttendance: own } = state
      const missed = own === 'absent' || own === 'excused' || (own === null && closed && !of1)
      const begun = status === 'completed' || (confirmed && left <= 0)
      return clients && begun && !missed && NOW < Math.max(state.endsAt, state.closedAt ?? 0) + 14 * DAY_MS
    }
  }
}

// @spec P.7
describe('the state machine of product §9', () => {
  test('accepts exactly what the table says', () => {
    const accepted = new Set<string>()
    fc.assert(
      fc.property(session, command, mover, (state, wanted, by) => {
        const moved = decide(state, wanted, by, NOW)
        expect(moved !== undefined).toBe(table(state, wanted, by))
        if (moved) accepted.add(`${by} ${wanted.type}`)
      }),
      { numRuns: 20_000, seed: 9 },
    )
    // Every row of the table was used.
    expect(accepted.size).toBe(24)
  })

  test('leads where the table says, and keeps the state if the table names no other', () => {
    const to: Partial<Record<SessionCommand['type'], SessionStatus>> = {
      confirm: 'confirmed',
      propose: 'proposed',
      accept: 'confirmed',
      reject: 'rejected',
      expire: 'expired',
      callOff: 'cancelledByCoach',
    }
    fc.assert(
      fc.property(session, command, mover, (state, wanted, by) => {
        const moved = decide(state, wanted, by, NOW)
        if (!moved) return
        if ('outcome' in wanted) expect(moved.to).toBe(wanted.outcome)
        else if (wanted.type === 'cancel') {
          expect(moved.to).toBe(by === 'coach' ? 'cancelledByCoach' : 'cancelledByClient')
        } else expect(moved.to).toBe(to[wanted.type] ?? state.status)
      }),
      { numRuns: 5_000 },
    )
  })

  test('an allowed action succeeds, one not listed is refused', () => {
    const situation = fc.record({
      paid: fc.boolean(),
      process: fc.constantFrom(null, ...ClientStatus.options),
      group: fc.constantFrom(null, ...GroupStatus.options),
    })
    fc.assert(
      fc.property(session, command, side, situation, (state, wanted, by, who) => {
        const listed = (allowedActions(state, by, who, NOW) as string[]).includes(wanted.type)
        const refused = situationRefusal(wanted.type, by, who) !== undefined
        const inner = ['callOff', 'expire', 'lapseMove'].includes(wanted.type)
        expect(!inner && !refused && decide(state, wanted, by, NOW) !== undefined).toBe(listed)
      }),
      { numRuns: 5_000 },
    )
  })

  test('a process that ends cancels what its client could still cancel, and only the coach ends it', () => {
    fc.assert(
      fc.property(session, mover, (any, by) => {
        const state = { ...any, type: 'Client' as const }
        const moved = decide(state, { type: 'callOff' }, by, NOW)
        const ahead = decide(state, { type: 'cancel' }, 'client', NOW) !== undefined
        expect(moved).toEqual(by === 'coach' && ahead ? { to: 'cancelledByCoach', late: false } : undefined)
      }),
      { numRuns: 2_000 },
    )
  })

  test('every state is reached from a request, and only the four that end it have no way out', () => {
    const leads = new Map<SessionStatus, Set<SessionStatus>>()
    fc.assert(
      fc.property(session, command, mover, (state, wanted, by) => {
        const to = decide(state, wanted, by, NOW)?.to
        if (to === undefined || to === state.status) return
        leads.set(state.status, (leads.get(state.status) ?? new Set<SessionStatus>()).add(to))
      }),
      { numRuns: 20_000, seed: 7 },
    )
    const reached = new Set<SessionStatus>(['requested'])
    for (const status of reached) for (const to of leads.get(status) ?? []) reached.add(to)
    expect([...reached].toSorted()).toEqual(SessionStatus.options.toSorted())
    const final = SessionStatus.options.filter((status) => !leads.has(status))
    expect(final.toSorted()).toEqual(['cancelledByClient', 'cancelledByCoach', 'expired', 'rejected'])
  })

  test('an answer that came too late stays too late, and a clock that may act may do so from then on', () => {
    const answers = [
      'confirm',
      'propose',
      'accept',
      'reject',
      'cancel',
      'callOff',
      'acceptMove',
      'requestMove',
    ] as const
    const later = fc.integer({ min: 1, max: 20 * 24 * 60 }).map((min) => epochMs(NOW + min * MINUTE_MS))
    const may = (
      state: SessionState,
      type: Exclude<SessionCommand['type'], 'close' | 'correct'>,
      by: Mover,
      at: number,
    ) => decide(state, { type }, by, epochMs(at)) !== undefined
    fc.assert(
      fc.property(session, fc.constantFrom(...answers), side, later, (state, type, by, then) => {
        // A request to move begins when moving freely ends, so only its end is compared.
        const begun = type !== 'requestMove' || !may(state, 'reschedule', by, NOW)
        if (begun && !may(state, type, by, NOW)) expect(may(state, type, by, then)).toBe(false)
        if (may(state, 'expire', 'clock', NOW)) expect(may(state, 'expire', 'clock', then)).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  test('nobody does the part of another: the clock only lets things lapse, which people cannot', () => {
    fc.assert(
      fc.property(session, command, mover, (state, wanted, by) => {
        const lapses = wanted.type === 'expire' || wanted.type === 'lapseMove'
        if (lapses !== (by === 'clock')) expect(decide(state, wanted, by, NOW)).toBeUndefined()
      }),
      { numRuns: 5_000 },
    )
  })

  test('a cancelled session cannot change, a closed one is only corrected and rated', () => {
    const over = SessionStatus.exclude(['requested', 'proposed', 'confirmed']).options
    fc.assert(
      fc.property(session, fc.constantFrom(...over), command, mover, (state, status, wanted, by) => {
        const then = { ...state, status, firstProposedAt: null, moveStartsAt: null }
        const moved = decide(then, wanted, by, NOW)
        const closed = (SessionOutcome.options as string[]).includes(status)
        if (moved)
          expect([closed, ['correct', 'rate']]).toEqual([true, expect.arrayContaining([wanted.type])])
      }),
      { numRuns: 2_000 },
    )
  })

  test('with any order of commands by both, a session only changes as in the table', () => {
    const steps = fc.array(fc.record({ command, mover, minutes: fc.integer({ min: 0, max: 2000 }) }), {
      maxLength: 30,
    })
    const next: Record<SessionStatus, readonly SessionStatus[]> = {
      requested: ['proposed', 'confirmed', 'rejected', 'expired', 'cancelledByClient', 'cancelledByCoach'],
      proposed: ['confirmed', 'rejected', 'expired', 'cancelledByClient', 'cancelledByCoach'],
      confirmed: [...SessionOutcome.options, 'cancelledByClient', 'cancelledByCoach'],
      completed: SessionOutcome.options,
      noShowClient: SessionOutcome.options,
      noShowCoach: SessionOutcome.options,
      cancelledByClient: [],
      cancelledByCoach: [],
      rejected: [],
      expired: [],
    }
    fc.assert(
      fc.property(session, steps, (first, all) => {
        let state = first
        let now: number = NOW
        for (const step of all) {
          now += step.minutes * MINUTE_MS
          const moved = decide(state, step.command, step.mover, epochMs(now))
          if (!moved) continue
          if (moved.to !== state.status) expect(next[state.status]).toContain(moved.to)
          state = {
            ...state,
            status: moved.to,
            firstProposedAt: moved.to === 'proposed' ? epochMs(now + DAY_MS) : null,
            moveStartsAt: step.command.type === 'requestMove' ? epochMs(now + DAY_MS) : null,
            closedAt: step.command.type === 'close' ? epochMs(now) : state.closedAt,
          }
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('the same answer at any distance from 1970, because the rules only use instants', () => {
    const shifted = (state: SessionState, by: number): SessionState => {
      const at = <T extends number | null>(ms: T) => (ms === null ? null : epochMs(ms + by)) as T
      return {
        ...state,
        startsAt: at(state.startsAt),
        endsAt: at(state.endsAt),
        createdAt: at(state.createdAt),
        askedAt: at(state.askedAt),
        firstProposedAt: at(state.firstProposedAt),
        moveStartsAt: at(state.moveStartsAt),
        closedAt: at(state.closedAt),
      }
    }
    fc.assert(
      fc.property(session, command, mover, fc.integer({ min: -1e9, max: 1e9 }), (state, wanted, by, ms) => {
        expect(decide(shifted(state, ms), wanted, by, epochMs(NOW + ms))).toEqual(
          decide(state, wanted, by, NOW),
        )
      }),
    )
  })
})

const confirmed = (minutesAhead: number, more: Partial<SessionState> = {}): SessionState => ({
  type: 'Client',
  status: 'confirmed',
  startsAt: epochMs(NOW + minutesAhead * MINUTE_MS),
  endsAt: epochMs(NOW + (minutesAhead + 60) * MINUTE_MS),
  cancelNoticeMin: 1440,
  createdAt: epochMs(NOW - 5 * DAY_MS),
  askedAt: null,
  firstProposedAt: null,
  moveStartsAt: null,
  closedAt: null,
  ownAttendance: null,
  ...more,
})

describe('a cancellation', () => {
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

  test('is impossible from the start on, when closing begins', () => {
    expect(allowedActions(confirmed(1), 'coach', GOOD, NOW)).toEqual([
      'reschedule',
      'edit',
      'editAgenda',
      'cancel',
    ])
    expect(allowedActions(confirmed(0), 'coach', GOOD, NOW)).toEqual([
      'close',
      'reschedule',
      'edit',
      'editAgenda',
    ])
    expect(allowedActions(confirmed(0), 'client', GOOD, NOW)).toEqual(['editAgenda', 'prepare', 'rate'])
  })
})

test('a client moves it freely until twice the notice, by request until the notice, and then no more', () => {
  const ways = (minutesAhead: number, more = {}) =>
    allowedActions(confirmed(minutesAhead, more), 'client', GOOD, NOW).filter((action) =>
      ['reschedule', 'requestMove'].includes(action),
    )
  expect([2881, 2880, 2879, 1441, 1440, 1, 0].map((minutes) => ways(minutes))).toEqual([
    ['reschedule'],
    ['reschedule'],
    ['requestMove'],
    ['requestMove'],
    [],
    [],
    [],
  ])
  // Without a notice there is nothing to request.
  expect([2, 1, 0].map((minutes) => ways(minutes, { cancelNoticeMin: 0 }))).toEqual([
    ['reschedule'],
    ['reschedule'],
    [],
  ])
})

test('a client requests nothing while the practice is unpaid or their process is paused, and writes nothing once it ended', () => {
  const asking = ['accept', 'reschedule', 'requestMove']
  for (const type of SessionAction.options) {
    const refusals = (['active', 'paused', 'finished', 'archived'] as const).flatMap((process) =>
      [true, false].map((paid) => situationRefusal(type, 'client', { paid, process, group: null })),
    )
    const [unpaid, rests, ended] = ['coach.unpaid', 'session.client_inactive', 'session.wrong_state']
    expect(refusals).toEqual(
      asking.includes(type)
        ? [undefined, unpaid, rests, unpaid, rests, unpaid, rests, unpaid]
        : [undefined, undefined, undefined, undefined, ended, ended, ended, ended],
    )
  }
})

test('a coach moves no session of a process that is paused or over, nor of a group that has ended', () => {
  const refusedFor = (situation: Partial<Situation>) =>
    SessionAction.options.flatMap((type) => {
      const code = situationRefusal(type, 'coach', { ...GOOD, ...situation })
      return code ? [`${type}: ${code}`] : []
    })
  const inactive = ['reschedule: session.client_inactive']
  expect(
    ['active', 'paused', 'finished', 'archived'].map((process) => refusedFor({ process } as Situation)),
  ).toEqual([[], inactive, inactive, inactive])
  const over = ['reschedule: session.group_inactive']
  const ofGroups = ['open', 'running', 'finished', 'archived'].map((group) =>
    refusedFor({ process: null, group } as Situation),
  )
  expect(ofGroups).toEqual([[], [], over, over])
})

test('a record is corrected freely for 48 hours, later with a reason', () => {
  const after = (ms: number) => needsReason(NOW, epochMs(NOW + ms))
  expect([after(0), after(48 * HOUR_MS - 1), after(48 * HOUR_MS)]).toEqual([false, false, true])
})

test('a session is rated from its start on, for 14 days from its end or its closing, whichever is later', () => {
  const may = (more: Partial<SessionState>, daysAgo: number) =>
    allowedActions(confirmed(-60 - daysAgo * 24 * 60, more), 'client', GOOD, NOW).includes('rate')
  expect([may({}, 0), may({}, 13.99), may({}, 14)]).toEqual([true, true, false])
  const at = (minutes: number) => allowedActions(confirmed(minutes), 'client', GOOD, NOW).includes('rate')
  expect([at(1), at(0)]).toEqual([false, true])
  const closed = { status: 'completed' as const, closedAt: epochMs(NOW - DAY_MS) }
  expect([may(closed, 14.5), may({ ...closed, ownAttendance: 'absent' }, 2)]).toEqual([true, false])
  expect(may({ ...closed, status: 'noShowClient' }, 2)).toBe(false)
})
