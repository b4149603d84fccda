import type { NotificationBody, NotificationType } from '#contract/notifications.ts'
import { paths } from '#web/paths.ts'

/** The page of a notification by its body; undefined when the body lacks the data. */
type Target = (body: NotificationBody) => string | undefined

const toClient: Target = ({ client }) =>
  typeof client === 'string' ? paths.clientView({ clientId: client }) : undefined

const toMembers: Target = ({ group }) =>
  group ? paths.groupView({ groupId: group, tab: 'members' }) : undefined

const toSessions: Target = ({ client, sessionId }) =>
  typeof client === 'object'
    ? paths.sessionsOf({ type: 'Client', itemId: client.id, session: sessionId })
    : undefined

const toDashboard: Target = ({ sessionId }) => paths.dashboard({ session: sessionId })

const toSession: Target = ({ sessionId }) =>
  sessionId === undefined ? undefined : paths.sessionView({ sessionId })

const toAnswer: Target = ({ sessionId }) =>
  sessionId === undefined ? undefined : paths.sessionConfirm({ sessionId })

const toPreparation: Target = ({ sessionId }) =>
  sessionId === undefined ? undefined : paths.sessionView({ sessionId, part: 'preparation' })

const toRecord: Target = ({ sessionId }) =>
  sessionId === undefined ? undefined : paths.sessionView({ sessionId, part: 'record' })

const toActionOf: Target = ({ client, actionId }) =>
  typeof client === 'object'
    ? paths.actionsOf({ type: 'Client', itemId: client.id, open: actionId })
    : undefined

const toAction: Target = ({ actionId }) => paths.actions({ open: actionId })

const toGoal: Target = ({ client, group, goalId }) => {
  if (typeof client === 'object') return paths.goalsOf({ type: 'Client', itemId: client.id, open: goalId })
  return group && paths.goalsOf({ type: 'Group', itemId: group, open: goalId })
}

const toResource: Target = ({ resourceId }) => (resourceId ? paths.resourceView({ resourceId }) : undefined)

const toPayment: Target = () => paths.profileSection({ section: 'payment' })

/**
 * Where each type leads: targets of spec §2. Where its path shows more than the subject, a query names it. Types that
 * spec.md does not name link to their subject, and home if an older body does not name it.
 */
export const NOTIFICATION_TARGETS: Record<NotificationType, Target> = {
  '10_MINS_TO_START': toDashboard,
  'CANCELLED_SESSION_FROM_COACH': toSessions,
  'CANCELLED_SESSION_FROM_CLIENT': toSessions,
  'DAY_MEMORANDUM': () => paths.memorandums(),
  'CLIENT_INVITATION_ACEPTED': toClient,
  'MEMBER_INVITATION_ACEPTED': toMembers,
  'NEW_SESSION_FROM_COACH': toDashboard,
  'NEW_SESSION_FROM_CLIENT': toSessions,
  'ASSIGNMENT_RESOURCE': toResource,
  'INVITATION_DECLINED': toClient,
  'SESSION_CONFIRMED': toSession,
  'SESSION_EXPIRED': toSession,
  'SESSION_PROPOSED': toSession,
  'SESSION_RESCHEDULED': toSession,
  'SESSION_MOVE_REQUESTED': toAnswer,
  'SESSION_MOVE_DECLINED': toSession,
  'SESSION_EXCUSED': toSession,
  'SESSION_MOVE_WITHDRAWN': toSession,
  'SESSION_EXCUSE_WITHDRAWN': toSession,
  'MEMBER_LEFT': toMembers,
  'PREPARATION_DUE': toPreparation,
  'ACTION_ASSIGNED': toAction,
  'GOAL_ACHIEVED': toGoal,
  'ACTION_DONE': toActionOf,
  'ACTION_DUE': toAction,
  'SESSION_CLOSED': toRecord,
  'PAYMENT_RECEIVED': toPayment,
  'PAYMENT_FAILED': toPayment,
}
