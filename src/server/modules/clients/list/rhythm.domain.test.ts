import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ClientStatus } from '#contract/clients.ts'
import { DAY_MS, type EpochMs, HOUR_MS, epochMs, fromIso } from '#time/clock.ts'
import { AT_RISK_DAYS, ON_TRACK_DAYS, type Pace, attentionAt, quietSince, rhythmAt } from './rhythm.domain.ts'

const now = fromIso('2027-02-02T15:00:00Z')
const ago = (ms: number): EpochMs => epochMs(now - ms)
const never = {
  acceptedAt: ago(400 * DAY_MS),
  createdAt: ago(400 * DAY_MS),
  lastSessionAt: null,
  ownMoveAt: null,
  overdueActions: 0,
}
const pace = (change: Partial<Pace> = {}): Pace => ({ status: 'active', ...never, ...change })

// @spec P.12
describe('the rhythm of a process (product §6)', () => {
  test.each([
    [0, 'onTrack'],
    [14, 'onTrack'],
    [15, 'atRisk'],
    [30, 'atRisk'],
    [31, 'lost'],
  ] as const)('%s whole days after the last session is %s', (days, level) => {
    const lastSessionAt = ago(days * DAY_MS + 23 * HOUR_MS)
    expect(rhythmAt(pace({ lastSessionAt }), now)).toEqual({ level, days })
  })

  test('counts from the latest of session, own step and acceptance', () => {
    const [long, short] = [ago(40 * DAY_MS), ago(3 * DAY_MS)]
    expect(rhythmAt(pace({ lastSessionAt: long, ownMoveAt: short }), now)?.days).toBe(3)
    expect(rhythmAt(pace({ lastSessionAt: short, ownMoveAt: long }), now)?.days).toBe(3)
    expect(rhythmAt(pace({ acceptedAt: short, ownMoveAt: long }), now)?.days).toBe(3)
    expect(rhythmAt(pace({ acceptedAt: null, createdAt: short }), now)?.days).toBe(3)
    // A session of later today that is closed already.
    expect(rhythmAt(pace({ lastSessionAt: epochMs(now + HOUR_MS) }), now)?.days).toBe(0)
  })

  test('only exists for active clients', () => {
    for (const status of ClientStatus.exclude(['active']).options) {
      expect(rhythmAt(pace({ status }), now)).toBeNull()
    }
  })

  test('is off track exactly from `quietSince` back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5 * HOUR_MS, max: 60 * DAY_MS }), (ms) => {
        const lastSessionAt = ago(ms)
        const { level, days } = rhythmAt(pace({ lastSessionAt }), now)!
        expect(level !== 'onTrack').toBe(lastSessionAt <= quietSince(now))
        expect(level === 'lost').toBe(days > AT_RISK_DAYS)
        expect(level === 'onTrack').toBe(days <= ON_TRACK_DAYS)
      }),
    )
  })
})

describe('overdue actions', () => {
  const anyPace = fc.record({
    status: fc.constantFrom(...ClientStatus.options),
    days: fc.integer({ min: 0, max: 60 }),
    overdueActions: fc.nat({ max: 5 }),
  })

  test('never occur with a green rhythm; otherwise only the days decide', () => {
    fc.assert(
      fc.property(anyPace, ({ status, days, overdueActions }) => {
        const client = pace({ status, lastSessionAt: ago(days * DAY_MS), overdueActions })
        const rhythm = rhythmAt(client, now)
        if (rhythm?.level === 'onTrack') {
          expect(overdueActions).toBe(0)
          expect(attentionAt(client, now)).toEqual([])
        }
        const calm = rhythmAt({ ...client, overdueActions: 0 }, now)
        expect(rhythm?.days).toBe(calm?.days)
        if (calm?.level !== 'onTrack') expect(rhythm).toEqual(calm)
        else expect(rhythm?.level).toBe(overdueActions > 0 ? 'atRisk' : 'onTrack')
      }),
    )
  })
})

// @spec P.12
describe('the clients who need attention (product §6)', () => {
  const reasons = (change: Partial<Pace>, overdueActions = 0) =>
    attentionAt(pace({ ...change, overdueActions }), now)

  test('have the reason and its number', () => {
    const calm = { lastSessionAt: ago(DAY_MS) }
    expect(reasons(calm)).toEqual([])
    expect(reasons({})).toEqual([{ kind: 'rhythm', number: 400 }])
    expect(reasons(calm, 2)).toEqual([{ kind: 'overdueActions', number: 2 }])
    expect(reasons({ lastSessionAt: ago(20 * DAY_MS) }, 1).map(({ kind }) => kind)).toEqual([
      'rhythm',
      'overdueActions',
    ])
    expect(reasons({ status: 'expired' })).toEqual([{ kind: 'invitationExpired', number: null }])
    expect(reasons({ status: 'declined' })).toEqual([{ kind: 'invitationDeclined', number: null }])
  })

  test('include no others, whatever is overdue', () => {
    for (const status of ['notInvited', 'invited', 'paused', 'finished', 'archived'] as const) {
      expect(reasons({ status }, 5)).toEqual([])
    }
  })
})
