import { describe, expect, test } from 'vitest'
import type { ActionId, ClientId, UserId } from '#contract/values.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { planEffects, toldOf } from './plan.ts'

const coachId = '019413d6-0000-7000-8000-000000000001' as UserId
const clientId = '019413d6-0000-7000-8000-000000000002' as ClientId
const actionId = '019413d6-0000-7000-8000-000000000003' as ActionId
const common = { coachId, actorUserId: coachId, subjectId: actionId }
const refresh = { kind: 'changed', to: ['coach', 'client'], subject: 'action', id: actionId }
const told = { kind: 'notify', to: 'client', type: 'ACTION_ASSIGNED' }

describe('effects of actions', () => {
  test.each<[string, DomainEvent, object[]]>([
    [
      'added by the coach',
      { ...common, type: 'action.added', payload: { clientId, by: 'coach' } },
      [told, refresh],
    ],
    [
      'added by the client',
      { ...common, type: 'action.added', payload: { clientId, by: 'client' } },
      [refresh],
    ],
    [
      'moved',
      { ...common, type: 'action.moved', payload: { clientId, from: 'pending', to: 'done', by: 'client' } },
      [refresh],
    ],
  ])('%s', (_, event, effects) => {
    expect(planEffects(event)).toEqual(effects)
    expect(toldOf(event)).toEqual({ client: clientId })
  })
})
