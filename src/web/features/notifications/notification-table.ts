import {
  IconBell,
  IconCalendarCheck,
  IconCalendarPlus,
  IconCalendarQuestion,
  IconCalendarTime,
  IconCalendarX,
  IconClipboardCheck,
  IconChecklist,
  IconCircleCheck,
  IconClockHour9,
  IconFolder,
  IconMailX,
  IconNote,
  IconPencil,
  IconTrophy,
  IconUserCheck,
  IconUserMinus,
  IconUserX,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'
import type { NotificationDto, NotificationType } from '#contract/notifications.ts'
import { paths } from '#web/paths.ts'

export type NotificationButton = 'more' | 'client' | 'group' | 'detail'

type Look = {
  icon: Icon
  button: NotificationButton
  /** Its URL; undefined when the body lacks the data. */
  target?: (body: NotificationDto['body']) => string | undefined
}

const toClient: Look['target'] = ({ client }) =>
  typeof client === 'string' ? paths.clientView({ clientId: client }) : undefined

const toMembers: Look['target'] = ({ group }) =>
  group ? paths.groupView({ groupId: group, tab: 'members' }) : undefined

const toSessions: Look['target'] = ({ client, sessionId }) =>
  typeof client === 'object'
    ? paths.sessionsOf({ type: 'Client', itemId: client.id, session: sessionId })
    : undefined

const toDashboard: Look['target'] = ({ sessionId }) => paths.dashboard({ session: sessionId })

const toSession: Look['target'] = ({ sessionId }) =>
  sessionId === undefined ? undefined : paths.sessionView({ sessionId })

const toAnswer: Look['target'] = ({ sessionId }) =>
  sessionId === undefined ? undefined : paths.sessionConfirm({ sessionId })

const toPreparation: Look['target'] = ({ sessionId }) =>
  sessionId === undefined ? undefined : paths.sessionView({ sessionId, part: 'preparation' })

const toRecord: Look['target'] = ({ sessionId }) =>
  sessionId === undefined ? undefined : paths.sessionView({ sessionId, part: 'record' })

const toActionOf: Look['target'] = ({ client, actionId }) =>
  typeof client === 'object'
    ? paths.actionsOf({ type: 'Client', itemId: client.id, open: actionId })
    : undefined

const toAction: Look['target'] = ({ actionId }) => paths.actions({ open: actionId })

const toGoal: Look['target'] = ({ client, group, goalId }) => {
  if (typeof client === 'object') return paths.goalsOf({ type: 'Client', itemId: client.id, open: goalId })
  return group && paths.goalsOf({ type: 'Group', itemId: group, open: goalId })
}

const toResource: Look['target'] = ({ resourceId }) =>
  resourceId ? paths.resourceView({ resourceId }) : undefined

/**
 * Icon, button and target of every type: targets of spec §2, buttons of spec §9 as assigned by product §17. Where the
 * path of spec §2 shows more than the subject, a query names it. Types that spec.md does not name link to their subject,
 * and home if an older body does not name it. Titles are `types.<type>` of
 * the notifications catalogue.
 */
export const NOTIFICATION_TABLE: Record<NotificationType, Look> = {
  '10_MINS_TO_START': { icon: IconClockHour9, button: 'more', target: toDashboard },
  'CANCELLED_SESSION_FROM_COACH': { icon: IconCalendarX, button: 'detail', target: toSessions },
  'CANCELLED_SESSION_FROM_CLIENT': { icon: IconCalendarX, button: 'detail', target: toSessions },
  'DAY_MEMORANDUM': { icon: IconNote, button: 'more', target: () => paths.memorandums() },
  'CLIENT_INVITATION_ACEPTED': { icon: IconUserCheck, button: 'client', target: toClient },
  'MEMBER_INVITATION_ACEPTED': { icon: IconUsersGroup, button: 'group', target: toMembers },
  'NEW_SESSION_FROM_COACH': { icon: IconCalendarPlus, button: 'detail', target: toDashboard },
  'NEW_SESSION_FROM_CLIENT': { icon: IconCalendarPlus, button: 'detail', target: toSessions },
  'ASSIGNMENT_RESOURCE': { icon: IconFolder, button: 'detail', target: toResource },
  'INVITATION_DECLINED': { icon: IconMailX, button: 'more', target: toClient },
  'SESSION_CONFIRMED': { icon: IconCalendarCheck, button: 'more', target: toSession },
  'SESSION_EXPIRED': { icon: IconCalendarX, button: 'more', target: toSession },
  'SESSION_PROPOSED': { icon: IconCalendarQuestion, button: 'more', target: toSession },
  'SESSION_RESCHEDULED': { icon: IconCalendarTime, button: 'more', target: toSession },
  'SESSION_MOVE_REQUESTED': { icon: IconCalendarQuestion, button: 'more', target: toAnswer },
  'SESSION_MOVE_DECLINED': { icon: IconCalendarX, button: 'more', target: toSession },
  'SESSION_EXCUSED': { icon: IconUserX, button: 'more', target: toSession },
  'SESSION_MOVE_WITHDRAWN': { icon: IconCalendarTime, button: 'more', target: toSession },
  'SESSION_EXCUSE_WITHDRAWN': { icon: IconUserCheck, button: 'more', target: toSession },
  'MEMBER_LEFT': { icon: IconUserMinus, button: 'more', target: toMembers },
  'PREPARATION_DUE': { icon: IconPencil, button: 'more', target: toPreparation },
  'ACTION_ASSIGNED': { icon: IconChecklist, button: 'more', target: toAction },
  'GOAL_ACHIEVED': { icon: IconTrophy, button: 'more', target: toGoal },
  'ACTION_DONE': { icon: IconCircleCheck, button: 'more', target: toActionOf },
  'ACTION_DUE': { icon: IconClockHour9, button: 'more', target: toAction },
  'SESSION_CLOSED': { icon: IconClipboardCheck, button: 'more', target: toRecord },
}

const FALLBACK: Look = { icon: IconBell, button: 'more' }

/**
 * The icon, button and target of a notification. A type that this release does not know is still shown and links home
 * (product §1 D8).
 */
export function lookOf({ type, body }: Pick<NotificationDto, 'type' | 'body'>): {
  icon: Icon
  button: NotificationButton
  target: string
} {
  const { icon, button, target } = isKnown(type) ? NOTIFICATION_TABLE[type] : FALLBACK
  return { icon, button, target: target?.(body) ?? paths.dashboard() }
}

export function isKnown(type: string): type is NotificationType {
  return Object.hasOwn(NOTIFICATION_TABLE, type)
}

/** How many characters of a memorandum are shown (spec §9). */
const MEMORANDUM_CHARACTERS = 15

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The first 15 characters of a memorandum, followed by an ellipsis (spec §9): as people count them, so that none is cut
 * in two; its lines are one.
 */
export function memorandumTeaser(description: string): string {
  const line = description.replace(/\s+/gu, ' ').trim()
  const shown = Array.from(characters.segment(line), ({ segment }) => segment).slice(0, MEMORANDUM_CHARACTERS)
  return `${shown.join('')}…`
}
