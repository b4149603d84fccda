import type { NotificationDto, NotificationType } from './notifications.ts'
import type { MessageDto, MessageNews, RoomRead } from './thread.ts'
import type { CallEvents, CallCommands } from './video/signals.ts'
import type { RoomId, UserId } from './values.ts'

/** The live event of a message; it never enters the notification list (spec §3). */
export const NEW_MESSAGE = 'NEW_MESSAGE'

/** What happens in rooms: none of it enters the notification list. */
export const ROOM_EVENTS = [NEW_MESSAGE, 'MESSAGE_CHANGED', 'MESSAGES_READ', 'TYPING', 'PRESENCE'] as const

/** Most rooms about which one browser is told who is online. */
export const MOST_WATCHED_ROOMS = 30

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
  | 'call'
  | 'notification'

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
  /** Somebody is typing in a room; it ends by itself. */
  TYPING: (typing: { roomId: RoomId; userId: UserId }) => void
  /** Who is online in a room that the browser watches: all of them, at once and at every change. */
  PRESENCE: (presence: { roomId: RoomId; online: UserId[] }) => void
} & CallEvents

/** What a server also says to its own sockets. */
export type SocketEvents = ServerEvents & {
  /** This server ends soon, or may have missed something: connect again, now, to be led to another and to catch up. */
  RECONNECT: () => void
}

/** Every socket event the web sends. The user and room of the first are ignored (product §1 D9). */
export type ClientEvents = {
  [ADD_SOCKET]: (
    registration: { user: string; socket: string; room: string },
    /** Asked for when the browser wants to know whether the connection is alive. */
    answer?: () => void,
  ) => void
} & {
  /** The person is typing in a room: every few seconds, as long as they do. */
  TYPING: (typing: { roomId: RoomId }) => void
  /** The rooms that the browser shows, in place of those it said before. */
  WATCH_ROOMS: (watch: { roomIds: RoomId[] }) => void
} & CallCommands
