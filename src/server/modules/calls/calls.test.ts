import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, epochMs } from '#time/clock.ts'
import {
  type JoinFacts,
  type RouteFacts,
  hoursOf,
  joinRefusal,
  mostIn,
  roomStateOf,
  routeWith,
  wayWithoutSfu,
} from './calls.domain.ts'

const START = epochMs(1_800_000_000_000)
const session = { startsAt: START, endsAt: epochMs(START + HOUR_MS) }
const at = (minutes: number) => epochMs(START + minutes * MINUTE_MS)

// @spec P.220
test('a room is open from 10 minutes before its session to 30 after, while that is confirmed', () => {
  const states = [-11, -10, 0, 89, 90].map((m) => roomStateOf({ ...session, status: 'confirmed' }, at(m)))
  expect(states).toEqual(['early', 'open', 'open', 'open', 'over'])
  expect(hoursOf(session)).toEqual({ opensAt: at(-10), closesAt: at(90) })
  for (const status of ['requested', 'proposed', 'cancelledByClient', 'completed', 'expired'] as const)
    expect(roomStateOf({ ...session, status }, START)).toBe('closed')
})

describe('who may go in', () => {
  const client: JoinFacts = {
    side: 'client',
    state: 'open',
    process: 'active',
    isIn: false,
    coachIsIn: false,
    others: 0,
    most: 4,
  }
  const coach: JoinFacts = { ...client, side: 'coach', process: null }

  test('both, while it is open', () => {
    expect([client, coach].map(joinRefusal)).toEqual([undefined, undefined])
  })

  // @spec P.220
  test('earlier the coach, and a client once the coach is there', () => {
    expect(joinRefusal({ ...client, state: 'early' })).toBe('call.early')
    expect(joinRefusal({ ...coach, state: 'early' })).toBeUndefined()
    expect(joinRefusal({ ...client, state: 'early', coachIsIn: true, others: 1 })).toBeUndefined()
  })

  test('later nobody but for a session that takes longer, and the coach who was lost in one', () => {
    expect([client, coach].map((who) => joinRefusal({ ...who, state: 'over' }))).toEqual([
      'call.over',
      'call.over',
    ])
    expect(joinRefusal({ ...client, state: 'over', coachIsIn: true, others: 1 })).toBeUndefined()
    expect(joinRefusal({ ...client, state: 'over', others: 1 })).toBe('call.over')
    expect(joinRefusal({ ...coach, state: 'over', others: 1 })).toBeUndefined()
  })

  test('who is in it comes back at any time, also into a full one', () => {
    for (const state of ['early', 'open', 'over'] as const)
      expect(joinRefusal({ ...client, state, isIn: true, others: 3 })).toBeUndefined()
  })

  test('nobody into a full one, or one of a session that is not to be held', () => {
    const full = [undefined, 'call.full']
    expect([3, 4].map((others) => joinRefusal({ ...client, coachIsIn: true, others }))).toEqual(full)
    // The last place is the coach's.
    expect([2, 3].map((others) => joinRefusal({ ...client, others }))).toEqual(full)
    expect([3, 4].map((others) => joinRefusal({ ...coach, others }))).toEqual(full)
    expect(joinRefusal({ ...coach, state: 'closed', isIn: true })).toBe('call.closed')
  })

  // @spec P.222
  test('no client whose process is paused or has ended, not even back', () => {
    for (const isIn of [false, true]) {
      expect(joinRefusal({ ...client, process: 'paused', isIn })).toBe('call.paused')
      expect(joinRefusal({ ...client, process: 'finished', isIn })).toBe('call.closed')
    }
  })
})

describe('how media go', () => {
  const first: RouteFacts = {
    side: 'client',
    isGroup: true,
    isSfuReady: true,
    route: 'direct',
    isIn: false,
    coachIsIn: true,
    others: 0,
  }

  // @spec P.265
  test('the first of a group decides: through an SFU that answers; two people always send to each other', () => {
    expect(routeWith(first)).toBe('sfu')
    expect(routeWith({ ...first, route: 'sfu', isSfuReady: false })).toBe('direct')
    expect(routeWith({ ...first, isGroup: false, route: 'sfu' })).toBe('direct')
    expect([mostIn('direct'), mostIn('sfu')]).toEqual([4, 12])
  })

  test('nobody else changes it but one who is too many for a mesh, once there is an SFU', () => {
    for (const route of ['direct', 'sfu'] as const) {
      for (const isSfuReady of [true, false]) {
        expect(routeWith({ ...first, route, isSfuReady, others: 3 })).toBe(route)
        expect(routeWith({ ...first, route, isSfuReady, isIn: true })).toBe(route)
      }
    }
    expect(routeWith({ ...first, others: 4 })).toBe('sfu')
    expect(routeWith({ ...first, others: 4, isSfuReady: false })).toBe('direct')
    // The last place in a mesh is kept for the coach.
    const withoutCoach = { ...first, coachIsIn: false, others: 3 }
    expect(routeWith(withoutCoach)).toBe('sfu')
    expect(routeWith({ ...withoutCoach, isIn: true })).toBe('direct')
    expect(routeWith({ ...withoutCoach, side: 'coach' })).toBe('direct')
  })

  // @spec P.267
  test('without the SFU four go on, and five wait', () => {
    expect([4, 5].map(wayWithoutSfu)).toEqual([
      { route: 'direct', isSfuAway: false },
      { route: 'sfu', isSfuAway: true },
    ])
  })
})
