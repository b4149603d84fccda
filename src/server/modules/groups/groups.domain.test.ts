import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GroupAction, GroupStatus } from '#contract/groups.ts'
import { acceptsMembers, canBecome, groupActions, hasSeats, isEditable } from './groups.domain.ts'

const statuses = GroupStatus.options
const status = fc.constantFrom(...statuses)
const seats = fc.record({
  capacity: fc.integer({ min: 2, max: 200 }),
  taken: fc.integer({ min: 0, max: 200 }),
})

describe('the states of a group (product §7)', () => {
  test('follow one another, a group that will not begin is finished, and only archiving can be undone', () => {
    const ways = statuses.flatMap((from) =>
      statuses.filter((to) => canBecome(from, to)).map((to) => `${from} → ${to}`),
    )
    expect(ways).toEqual([
      'draft → open',
      'draft → finished',
      'open → running',
      'open → finished',
      'running → finished',
      'finished → archived',
      'archived → finished',
    ])
  })

  test('decide what may be changed, and whether people can join', () => {
    expect(statuses.filter(isEditable)).toEqual(['draft', 'open', 'running'])
    expect(statuses.filter(acceptsMembers)).toEqual(['open', 'running'])
  })
})

describe('what a coach may do with a group', () => {
  const TRANSITIONS: Partial<Record<GroupAction, GroupStatus>> = {
    publish: 'open',
    start: 'running',
    finish: 'finished',
    archive: 'archived',
    restore: 'finished',
  }

  test('is exactly what the rules allow', () => {
    fc.assert(
      fc.property(status, seats, (from, { capacity, taken }) => {
        const offered = groupActions({ status: from, capacity, taken })
        expect(new Set(offered).size).toBe(offered.length)
        for (const to of statuses) {
          const named = offered.some((action) => TRANSITIONS[action] === to)
          expect(named, `${from} → ${to}`).toBe(canBecome(from, to))
        }
        expect(offered.includes('edit')).toBe(isEditable(from))
        expect(offered.includes('addMember')).toBe(acceptsMembers(from) && taken < capacity)
        expect(offered).not.toContain('leave')
      }),
    )
  })
})

test('people fit if there are seats for all of them', () => {
  fc.assert(
    fc.property(seats, fc.integer({ min: 1, max: 200 }), ({ capacity, taken }, people) => {
      expect(hasSeats({ capacity, taken }, people)).toBe(capacity - taken >= people)
    }),
  )
})
