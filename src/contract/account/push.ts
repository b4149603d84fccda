import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { type NotificationBody, NotificationType } from '../notifications.ts'

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/)

/** What a browser answers when it subscribes: `PushSubscription.toJSON()` without its expiry. */
export const PushSubscriptionBody = z.strictObject({
  // Printable ASCII, as a parsed address is.
  endpoint: z
    .string()
    .max(1000)
    .regex(/^https:\/\/[\x21-\x7e]+$/),
  keys: z.strictObject({ p256dh: base64url(100), auth: base64url(40) }),
})
export type PushSubscriptionBody = z.infer<typeof PushSubscriptionBody>

export const getPushKey = endpoint({
  method: 'GET',
  path: '/v1/notification/push',
  access: 'clientOrPaidCoach',
  summary: 'The public key with which a browser subscribes to web pushes',
  response: z.object({ publicKey: z.string() }),
  errors: [],
})

export const subscribeToPush = endpoint({
  method: 'POST',
  path: '/v1/notification/push',
  access: 'clientOrPaidCoach',
  summary: 'Sends web pushes to this browser as long as its sign-in lasts',
  body: PushSubscriptionBody,
  errors: ['push.not_accepted'],
})

export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: '/v1/notification/push',
  access: 'clientOrPaidCoach',
  summary: 'Sends no more web pushes to this browser',
  errors: [],
})

/** What is pushed: notifications, new messages, and a session that is near. */
export const PushType = z.enum([...NotificationType.options, 'NEW_MESSAGE', 'SESSION_SOON'])
export type PushType = z.infer<typeof PushType>

/** The ids of a notification's body, by which its page is found. */
export type PushSubject = Pick<
  NotificationBody,
  'client' | 'group' | 'sessionId' | 'actionId' | 'goalId' | 'resourceId'
> & {
  /** The room of a coach's push. */
  room?: { type: 'Client' | 'Group'; itemId: string }
  /** That of a client's, who has no address for each room (spec §2). */
  clientRoom?: string
}

/** What a push carries to the service worker. Shown on locked screens: no text that somebody wrote. */
export type PushPayload = {
  v: 1
  type: PushType
  title: string
  text: string
  /** A newer one with the same tag replaces it on the screen. */
  tag: string
  about: PushSubject
}
