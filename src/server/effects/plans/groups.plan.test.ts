import { describe, expect, test } from 'vitest'
import type { ClientId, GroupId, UserId } from '#contract/values.ts'
import type { DomainEvent } from '#server/domain-events.ts'
import { planEffects } from './plan.ts'

const coachId = '019413d6-0000-7000-8000-000000000001' as UserId
const clientId = '019413d6-0000-7000-8000-000000000002' as ClientId
const groupId = '019413d6-0000-7000-8000-000000000003' as GroupId
const common = { coachId, actorUserId: coachId, subjectId: groupId }
const member = { ...common, payload: { clientId } }
const refresh = (...to: string[]) => ({ kind: 'changed', to, subject: 'group', id: groupId })

describe('effects of groups', () => {
  test.each<[DomainEvent, object[]]>([
    [{ ...common, type: 'group.created', payload: {} }, [refresh('coach')]],
    [{ ...common, type: 'group.changed', payload: {} }, [refresh('coach', 'group')]],
    [
      { ...common, type: 'group.moved', payload: { from: 'open', to: 'running' } },
      [refresh('coach', 'group')],
    ],
    [
      { ...member, type: 'group.member_added' },
      [{ kind: 'mail', to: 'client', template: 'groupJoined' }, refresh('coach', 'group')],
    ],
    [{ ...member, type: 'group.member_invited' }, [refresh('coach')]],
    [{ ...member, type: 'group.member_joined' }, [refresh('coach', 'group')]],
    [{ ...member, type: 'group.member_declined' }, [refresh('coach')]],
    [
      { ...member, type: 'group.member_left' },
      [
        { kind: 'notify', to: 'coach', type: 'MEMBER_LEFT' },
        { kind: 'mail', to: 'coach', template: 'groupLeft' },
        refresh('coach', 'group', 'client'),
      ],
    ],
    [{ ...member, type: 'group.member_removed' }, [refresh('coach', 'group', 'client')]],
  ])('$type', (event, effects) => {
    expect(planEffects(event)).toEqual(effects)
  })

  test('nothing of a group goes to the whole practice', () => {
    const types = ['group.changed', 'group.member_left', 'group.member_added'] as const
    for (const type of types) {
      const effects = planEffects({ ...member, type })
      expect(effects.flatMap((effect) => effect.to)).not.toContain('everybody')
    }
  })
})
