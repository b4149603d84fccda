import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MembershipId } from '#contract/values.ts'
import { BEAT_MS, GRACE_MS, type PresenceNews, SILENCE_MS, createPresenceState } from './presence-state.ts'

const ana = 'ana' as MembershipId
const luz = 'luz' as MembershipId
type State = ReturnType<typeof createPresenceState>

/** Lets both tick and hear each other. */
function meet(now: number, ...states: State[]): MembershipId[][] {
  const ticks = states.map((state) => state.tick(now))
  for (const { news } of ticks) for (const each of news) for (const state of states) state.hear(each, now)
  return ticks.map(({ changed }) => changed)
}

describe('who is online', () => {
  test('comes at once, and leaves only once no socket came back for a while', () => {
    const state = createPresenceState('a')
    state.open(ana)
    expect(state.tick(0).changed).toEqual([ana])
    state.close(ana, 100)
    expect(state.tick(200).changed).toEqual([])
    state.open(ana)
    expect(state.tick(100 + GRACE_MS).changed).toEqual([])
    state.close(ana, 6_000)
    expect(state.isOnline(ana, 6_000)).toBe(true)
    expect(state.tick(6_000 + GRACE_MS).changed).toEqual([ana])
    expect(state.isOnline(ana, 6_000 + GRACE_MS)).toBe(false)
  })

  test('is known on all servers, also on one that starts later, and is there as long as on any', () => {
    const [a, b] = [createPresenceState('a'), createPresenceState('b')]
    a.open(ana)
    meet(0, a, b)
    meet(500, a, b)
    expect(b.isOnline(ana, 500)).toBe(true)
    const late = createPresenceState('c')
    meet(1_000, a, b, late)
    meet(1_500, a, b, late)
    expect(late.isOnline(ana, 1_500)).toBe(true)
    b.open(ana)
    a.close(ana, 2_000)
    meet(2_500, a, b, late)
    meet(2_000 + GRACE_MS, a, b, late)
    expect(meet(3_000 + GRACE_MS, a, b, late)).toEqual([[], [], []])
    expect(a.isOnline(ana, 3_000 + GRACE_MS)).toBe(true)
  })

  test('leaves with a server that was killed, once it has been silent', () => {
    const [a, killed] = [createPresenceState('a'), createPresenceState('b')]
    killed.open(ana)
    a.open(luz)
    meet(0, a, killed)
    expect(a.tick(500).changed).toEqual([ana])
    expect(a.tick(SILENCE_MS - 1).changed).toEqual([])
    expect(a.tick(SILENCE_MS).changed).toEqual([ana])
    expect(a.isOnline(luz, SILENCE_MS)).toBe(true)
  })

  test('is right on every server one beat after everything, whatever was lost on the way', () => {
    const people = ['ana', 'luz', 'sol'] as MembershipId[]
    const step = fc.record({
      server: fc.nat(2),
      person: fc.constantFrom(...people),
      opens: fc.boolean(),
      isLost: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const states = ['a', 'b', 'c'].map(createPresenceState)
        const sockets = states.map(() => new Map<MembershipId, number>())
        let now = 0
        const exchange = (isLost: boolean) => {
          const said: PresenceNews[] = states.flatMap((state) => state.tick(now).news)
          if (!isLost) for (const news of said) for (const state of states) state.hear(news, now)
        }
        for (const { server, person, opens, isLost } of steps) {
          now += 500
          const open = sockets[server]!.get(person) ?? 0
          if (opens) states[server]!.open(person)
          else if (open > 0) states[server]!.close(person, now)
          sockets[server]!.set(person, Math.max(0, open + (opens ? 1 : -1)))
          exchange(isLost)
        }
        now += GRACE_MS
        exchange(true)
        now += BEAT_MS
        exchange(false)
        for (const person of people) {
          const isThere = sockets.some((of) => (of.get(person) ?? 0) > 0)
          for (const state of states) expect(state.isOnline(person, now)).toBe(isThere)
        }
      }),
    )
  })
})
