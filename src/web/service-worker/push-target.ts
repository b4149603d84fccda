import type { PushPayload } from '#contract/account/push.ts'
import { NOTIFICATION_TARGETS } from '#web/widgets/notifications/notification-targets.ts'
import { paths } from '#web/paths.ts'

/**
 * The page that a push leads to: of a notification the one that its entry in the list leads to, and home for a type that
 * this release does not know (product §1 D8).
 */
export function targetOfPush({ type, about }: Pick<PushPayload, 'about'> & { type: string }): string {
  if (type === 'NEW_MESSAGE') {
    if (about.room) return paths.messagesOf(about.room)
    return paths.messages(about.clientRoom === undefined ? {} : { room: about.clientRoom })
  }
  if (type === 'SESSION_SOON') {
    return about.sessionId ? paths.sessionView({ sessionId: about.sessionId }) : paths.dashboard()
  }
  const target = Object.hasOwn(NOTIFICATION_TARGETS, type)
    ? NOTIFICATION_TARGETS[type as keyof typeof NOTIFICATION_TARGETS]
    : undefined
  return target?.(about) ?? paths.dashboard()
}
