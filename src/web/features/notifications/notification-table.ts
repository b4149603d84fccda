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
  IconCreditCard,
  IconCreditCardOff,
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
import { NOTIFICATION_TARGETS } from '#web/widgets/notifications/notification-targets.ts'

export type NotificationButton = 'more' | 'client' | 'group' | 'detail'

type Look = {
  icon: Icon
  button: NotificationButton
}

/**
 * Icon and button of every type: buttons of spec §9 as assigned by product §17. Titles are `types.<type>` of the
 * notifications catalogue, targets are in notification-targets.ts.
 */
export const NOTIFICATION_TABLE: Record<NotificationType, Look> = {
  '10_MINS_TO_START': { icon: IconClockHour9, button: 'more' },
  'CANCELLED_SESSION_FROM_COACH': { icon: IconCalendarX, button: 'detail' },
  'CANCELLED_SESSION_FROM_CLIENT': { icon: IconCalendarX, button: 'detail' },
  'DAY_MEMORANDUM': { icon: IconNote, button: 'more' },
  'CLIENT_INVITATION_ACEPTED': { icon: IconUserCheck, button: 'client' },
  'MEMBER_INVITATION_ACEPTED': { icon: IconUsersGroup, button: 'group' },
  'NEW_SESSION_FROM_COACH': { icon: IconCalendarPlus, button: 'detail' },
  'NEW_SESSION_FROM_CLIENT': { icon: IconCalendarPlus, button: 'detail' },
  'ASSIGNMENT_RESOURCE': { icon: IconFolder, button: 'detail' },
  'INVITATION_DECLINED': { icon: IconMailX, button: 'more' },
  'SESSION_CONFIRMED': { icon: IconCalendarCheck, button: 'more' },
  'SESSION_EXPIRED': { icon: IconCalendarX, button: 'more' },
  'SESSION_PROPOSED': { icon: IconCalendarQuestion, button: 'more' },
  'SESSION_RESCHEDULED': { icon: IconCalendarTime, button: 'more' },
  'SESSION_MOVE_REQUESTED': { icon: IconCalendarQuestion, button: 'more' },
  'SESSION_MOVE_DECLINED': { icon: IconCalendarX, button: 'more' },
  'SESSION_EXCUSED': { icon: IconUserX, button: 'more' },
  'SESSION_MOVE_WITHDRAWN': { icon: IconCalendarTime, button: 'more' },
  'SESSION_EXCUSE_WITHDRAWN': { icon: IconUserCheck, button: 'more' },
  'MEMBER_LEFT': { icon: IconUserMinus, button: 'more' },
  'PREPARATION_DUE': { icon: IconPencil, button: 'more' },
  'ACTION_ASSIGNED': { icon: IconChecklist, button: 'more' },
  'GOAL_ACHIEVED': { icon: IconTrophy, button: 'more' },
  'ACTION_DONE': { icon: IconCircleCheck, button: 'more' },
  'ACTION_DUE': { icon: IconClockHour9, button: 'more' },
  'SESSION_CLOSED': { icon: IconClipboardCheck, button: 'more' },
  'PAYMENT_RECEIVED': { icon: IconCreditCard, button: 'more' },
  'PAYMENT_FAILED': { icon: IconCreditCardOff, button: 'more' },
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
  if (!isKnown(type)) return { ...FALLBACK, target: paths.dashboard() }
  return { ...NOTIFICATION_TABLE[type], target: NOTIFICATION_TARGETS[type](body) ?? paths.dashboard() }
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
