import { describe, expect, test } from 'vitest'
import type { ClientId, GoalId, GroupId, UserId } from '#contract/values.ts'
import type { DomainEventOf } from '#server/domain-events.ts'
import { planEffects, toldOf } from './plan.ts'

const coachId = '019413d6-0000-7000-8000-000000000001' as UserId
const clientId = '019413d6-0000-7000-8000-000000000002' as ClientId
const goalId = '019413d6-0000-7000-8000-000000000003' as GoalId
const groupId = '019413d6-0000-7000-8000-000000000004' as GroupId
const common = { coachId, actorUserId: coachId, subjectId: goalId }
const refresh = (people: 'client' | 'group') => ({
  kind: 'changed',
  to: ['coach', people],
  subject: 'goal',
  id: goalId,
})

describe('effects of goals', () => {
  test.each([
    'goal.created',
    'goal.changed',
    'goal.checked_in',
    'goal.check_in_taken_back',
    'goal.check_in_restored',
    'goal.deleted',
    'goal.restored',
  ] as const)('%s refreshes the screens of its people', (type) => {
    const own = { ...common, type, payload: { clientId, groupId: null, by: 'client' as const } }
    expect(planEffects(own)).toEqual([refresh('client')])
    expect(toldOf(own)).toEqual({ client: clientId })
    const shared = { ...common, type, payload: { clientId: null, groupId, by: 'coach' as const } }
    expect(planEffects(shared)).toEqual([refresh('group')])
    expect(toldOf(shared)).toEqual({ group: groupId, members: { groupId, sessionId: null } })
  })

  // @spec P.96
  test('an achieved goal is told to the other side, and no other end', () => {
    const moved = (to: DomainEventOf<'goal.moved'>['payload']['to'], by: 'coach' | 'client') =>
      planEffects({
        ...common,
        type: 'goal.moved',
        payload: { clientId, groupId: null, by, from: 'active', to },
      })
    const told = (to: 'coach' | 'client') => ({ kind: 'notify', to, type: 'GOAL_ACHIEVED' })
    expect(moved('achieved', 'coach')).toEqual([told('client'), refresh('client')])
    expect(moved('achieved', 'client')).toEqual([told('coach'), refresh('client')])
    for (const to of ['partial', 'dropped', 'paused'] as const) {
      expect(moved(to, 'coach')).toEqual([refresh('client')])
    }
  })
})
