import type { NotificationDto, NotificationType } from './notifications.ts'
import type { MessageDto, MessageNews, RoomRead } from './thread.ts'
import type { RoomId } from './values.ts'

/** The live event of a message; it never enters the notification list (spec §3). */
export const NEW_MESSAGE = 'NEW_MESSAGE'

/** What happens in rooms: none of it enters the notification list. */
export const ROOM_EVENTS = [NEW_MESSAGE, 'MESSAGE_CHANGED', 'MESSAGES_READ'] as const

/** What the web emits once connected (spec §7); the server ignores its user and room (product §1 D9). */
export const ADD_SOCKET = 'ADD_SOCKET'

/**
 * What changed, so that the web refetches the affected queries; it never contains the data itself (architecture §4).
 */
export type ChangedSubject =
  | 'session'
  | 'brief'
  | 'client'
  | 'action'
  | 'goal'
  | 'payment'
  | 'calendar'
  | 'profile'
  | 'group'
  | 'memorandum'
  | 'note'
  | 'resource'

export type Changed = { subject: ChangedSubject; id: string }

/** Every socket event the server sends, and its payload. The name of a notification's event is its type (product §21). */
export type ServerEvents = {
  [Type in NotificationType]: (notification: NotificationDto) => void
} & {
  [Name in typeof NEW_MESSAGE]: (news: MessageNews) => void
} & {
  CHANGED: (change: Changed) => void
  /** A message was edited or deleted. */
  MESSAGE_CHANGED: (message: MessageDto) => void
  /** Somebody has received or read more of a room. */
  MESSAGES_READ: (read: RoomRead & { roomId: RoomId }) => void
}

/** What a server also says to its own sockets. */
export type SocketEvents = ServerEvents & {
  /** This server ends soon, and others take over: connect again, now. */
  RECONNECT: () => void
}

/** Every socket event the web sends. Its user and room are ignored (product §1 D9). */
export type ClientEvents = {
  [ADD_SOCKET]: (registration: { user: string; socket: string; room: string }) => void
}
