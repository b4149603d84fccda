import type { DomainEventOf, DomainEventType } from '../domain-events.ts'
import { neverBegan } from '../modules/groups/groups.domain.ts'
import type { Audience, Effect } from './effect.ts'

/**
 * What goes out for each event of a group (product §7): its screens refetch, at the coach's and at those who are in it,
 * and nowhere else in the practice. An invitation's own mail comes with `client.invited`.
 */
export const GROUP_PLANS: {
  [Type in Extract<DomainEventType, `group.${string}`>]: (event: DomainEventOf<Type>) => readonly Effect[]
} = {
  'group.created': (event) => [changed(event, ['coach'])],
  'group.changed': (event) => [changed(event, ['coach', 'group'])],
  // Its end is told by mail when it took sessions with it (product §7).
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
  // Whoever is out is no longer of the group, and hears it all the same: their screens have to let go of it.
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
