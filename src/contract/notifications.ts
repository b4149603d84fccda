import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  ActionId,
  ClientId,
  GoalId,
  GroupId,
  IsoInstant,
  NotificationId,
  PageQuery,
  SessionId,
  UserId,
  pageOf,
} from './values.ts'

/** Notification types of spec §3, in its order. Their spelling is fixed, slips included. */
export const SPEC_NOTIFICATION_TYPES = [
  '10_MINS_TO_START',
  'CANCELLED_SESSION_FROM_COACH',
  'CANCELLED_SESSION_FROM_CLIENT',
  'DAY_MEMORANDUM',
  'CLIENT_INVITATION_ACEPTED',
  'MEMBER_INVITATION_ACEPTED',
  'NEW_SESSION_FROM_COACH',
  'NEW_SESSION_FROM_CLIENT',
  'ASSIGNMENT_RESOURCE',
] as const

/** The types of spec §3, then those of product §17 that are already sent. */
export const NotificationType = z.enum([
  ...SPEC_NOTIFICATION_TYPES,
  'INVITATION_DECLINED',
  'SESSION_CONFIRMED',
  'SESSION_PROPOSED',
  'SESSION_EXPIRED',
  'SESSION_RESCHEDULED',
  'SESSION_MOVE_REQUESTED',
  'SESSION_MOVE_DECLINED',
  'SESSION_MOVE_WITHDRAWN',
  'SESSION_EXCUSED',
  'SESSION_EXCUSE_WITHDRAWN',
  'SESSION_CLOSED',
  'PREPARATION_DUE',
  'MEMBER_LEFT',
  'ACTION_ASSIGNED',
  'GOAL_ACHIEVED',
  'ACTION_DONE',
  'ACTION_DUE',
  'PAYMENT_RECEIVED',
  'PAYMENT_FAILED',
])
export type NotificationType = z.infer<typeof NotificationType>

const personName = { name: z.string(), lastName: z.string() }

/**
 * The data of a notification, by type (spec §3). Invitations: name, lastName and id of the client, and the group's id;
 * sessions: the names of client and coach, the session and its time; an action or a goal: both names, which one and its
 * words; a payment: until when it counts.
 */
export const NotificationBody = z.object({
  name: z.string().optional(),
  lastName: z.string().optional(),
  client: z.union([ClientId, z.object({ id: ClientId, ...personName })]).optional(),
  group: GroupId.optional(),
  coach: z.object(personName).optional(),
  sessionId: SessionId.optional(),
  actionId: ActionId.optional(),
  goalId: GoalId.optional(),
  startsAt: IsoInstant.optional(),
  /** Other times that are proposed or requested; missing in rows of earlier releases. */
  times: z.array(IsoInstant).optional(),
  title: z.string().optional(),
  resourceId: z.string().optional(),
  description: z.string().optional(),
  /** Until when a payment counts. */
  until: IsoInstant.optional(),
})
export type NotificationBody = z.infer<typeof NotificationBody>

export const NotificationDto = z.object({
  id: NotificationId,
  type: NotificationType,
  body: NotificationBody,
  createdAt: IsoInstant,
  readAt: IsoInstant.nullable(),
})
export type NotificationDto = z.infer<typeof NotificationDto>

/** The list contains its rows twice: `data` as in every list, `notifications` as in spec §7. */
const NotificationPage = pageOf(NotificationDto).extend({ notifications: z.array(NotificationDto) })

const UserIdParams = z.strictObject({ userId: UserId })
const NotificationIdParams = z.strictObject({ notificationId: NotificationId })

export const listNotifications = endpoint({
  method: 'GET',
  path: '/v1/notification/all/:userId',
  access: 'clientOrPaidCoach',
  owner: 'self',
  summary: "A page of the person's notifications by age",
  params: UserIdParams,
  query: PageQuery,
  response: NotificationPage,
  errors: ['user.not_found'],
})

export const listPendingNotifications = endpoint({
  method: 'GET',
  path: '/v1/notification/pending/:userId',
  access: 'clientOrPaidCoach',
  owner: 'self',
  summary: 'A page of the unread ones',
  params: UserIdParams,
  query: PageQuery,
  response: NotificationPage,
  errors: ['user.not_found'],
})

export const readNotification = endpoint({
  method: 'PUT',
  path: '/v1/notification/read/:notificationId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Marks one as read',
  params: NotificationIdParams,
  response: NotificationDto,
  errors: ['notification.not_found'],
})

export const readAllNotifications = endpoint({
  method: 'PUT',
  path: '/v1/notification/all/:userId/read',
  access: 'clientOrPaidCoach',
  owner: 'self',
  summary: 'Marks all as read',
  params: UserIdParams,
  errors: ['user.not_found'],
})

export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/v1/notification/:notificationId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Takes one off the list; it can be restored',
  params: NotificationIdParams,
  errors: ['notification.not_found'],
})

export const restoreNotification = endpoint({
  method: 'POST',
  path: '/v1/notification/:notificationId/restore',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Puts a deleted one back',
  params: NotificationIdParams,
  response: NotificationDto,
  errors: ['notification.not_found'],
})
