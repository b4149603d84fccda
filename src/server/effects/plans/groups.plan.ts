import type { GroupId } from '#contract/values.ts'
import type { DomainEventType } from '#server/domain-events.ts'
import { neverBegan } from '#server/modules/groups/groups.domain.ts'
import type { Audience, Effect, PlansOf } from '#server/effects/effect.ts'
import { type Told, type ToldOf, memberOfGroup } from './told.ts'

type GroupEventType = Extract<DomainEventType, `group.${string}`>

/**
 * What goes out for each event of a group (product §7): its screens refetch, at the coach's and at those who are in it,
 * and nowhere else in the practice. An invitation's own mail comes with `client.invited`.
 */
export const GROUP_PLANS: PlansOf<GroupEventType> = {
  'group.created': (event) => [changed(event, ['coach'])],
  'group.changed': (event) => [changed(event, ['coach', 'group'])],
  // The end of a group is mailed if it cancelled sessions (product §7).
  'group.moved': (event) => {
    const { from, calledOff } = event.payload
    const template = neverBegan(from) ? 'groupNotBegun' : 'groupFinished'
    return [
      ...(calledOff?.length ? [{ kind: 'mail', to: 'client', template } as const] : []),
      changed(event, ['coach', 'group']),
    ]
  },
  'group.member_added': (event) => [
    { kind: 'mail', to: 'client', template: 'groupJoined' },
    changed(event, ['coach', 'group']),
  ],
  'group.member_invited': (event) => [changed(event, ['coach'])],
  'group.member_joined': (event) => [changed(event, ['coach', 'group'])],
  'group.member_declined': (event) => [changed(event, ['coach'])],
  // The person who left is no longer a member, but their screens have to remove the group.
  'group.member_left': (event) => [
    { kind: 'notify', to: 'coach', type: 'MEMBER_LEFT' },
    { kind: 'mail', to: 'coach', template: 'groupLeft' },
    changed(event, ['coach', 'group', 'client']),
  ],
  'group.member_removed': (event) => [changed(event, ['coach', 'group', 'client'])],
}

function changed({ subjectId }: { subjectId: string }, to: readonly Audience[]): Effect {
  return { kind: 'changed', to, subject: 'group', id: subjectId }
}

/** The end of a group is told to everybody in it; who is in or out of it, to the one it happened to. */
export const GROUP_TOLD: ToldOf<GroupEventType> = {
  'group.created': itsGroup,
  'group.changed': itsGroup,
  'group.moved': ({ subjectId }) => ({ group: subjectId, members: { groupId: subjectId, sessionId: null } }),
  'group.member_added': memberOfGroup,
  'group.member_invited': memberOfGroup,
  'group.member_joined': memberOfGroup,
  'group.member_declined': memberOfGroup,
  'group.member_left': memberOfGroup,
  'group.member_removed': memberOfGroup,
}

function itsGroup({ subjectId }: { subjectId: GroupId }): Told {
  return { group: subjectId }
}
