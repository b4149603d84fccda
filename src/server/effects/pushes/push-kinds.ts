import { CHANNELS_OF, type NewsKind } from '#contract/account/news-preferences.ts'
import type { PushType } from '#contract/account/push.ts'
import type { Side } from '#server/domain-events.ts'

/** The row of the matrix that each push belongs to; null for what is only shown in the product. */
const PUSH_KINDS: Record<PushType, NewsKind | null> = {
  // Three hours before there is a push already, and both are in the product by then (product §17).
  '10_MINS_TO_START': null,
  'SESSION_SOON': 'reminders',
  // Of a refused charge there is a mail that always comes; that one has paid is no cause to take out the phone.
  'PAYMENT_RECEIVED': null,
  'PAYMENT_FAILED': null,
  'PREPARATION_DUE': 'reminders',
  'NEW_MESSAGE': 'messages',
  'NEW_SESSION_FROM_COACH': 'bookings',
  'SESSION_CONFIRMED': 'bookings',
  'NEW_SESSION_FROM_CLIENT': 'requests',
  'SESSION_PROPOSED': 'requests',
  'SESSION_EXPIRED': 'requests',
  'SESSION_MOVE_REQUESTED': 'requests',
  'SESSION_MOVE_DECLINED': 'requests',
  'CANCELLED_SESSION_FROM_COACH': 'changes',
  'CANCELLED_SESSION_FROM_CLIENT': 'changes',
  'SESSION_RESCHEDULED': 'changes',
  'SESSION_MOVE_WITHDRAWN': 'changes',
  'SESSION_EXCUSED': 'changes',
  'SESSION_EXCUSE_WITHDRAWN': 'changes',
  'SESSION_CLOSED': 'summaries',
  'ASSIGNMENT_RESOURCE': 'tasks',
  'ACTION_ASSIGNED': 'tasks',
  'ACTION_DONE': 'tasks',
  'ACTION_DUE': 'tasks',
  'GOAL_ACHIEVED': 'tasks',
  'DAY_MEMORANDUM': 'memorandums',
  'CLIENT_INVITATION_ACEPTED': 'invitations',
  'MEMBER_INVITATION_ACEPTED': 'invitations',
  'INVITATION_DECLINED': 'invitations',
  'MEMBER_LEFT': 'groups',
}

/** The kind under which a push is sent to a side; undefined where its matrix has no pushes of that kind. */
export function pushKindOf(type: PushType, side: Side): NewsKind | undefined {
  const kind = PUSH_KINDS[type]
  if (kind === null) return undefined
  const channels = (CHANNELS_OF[side] as Partial<Record<NewsKind, readonly string[]>>)[kind]
  return channels?.includes('push') ? kind : undefined
}
