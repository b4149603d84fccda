import { queryOptions } from '@tanstack/react-query'
import type { SessionUser, UserType } from '#contract/account/auth.ts'
import type { RoomDto } from '#contract/messages.ts'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** How many rooms with new messages the menu shows; the ones written in last come first. */
const MENU_ROOMS = 50

/** Whom the room query is asked for (spec §6): "coach" for coaches, otherwise the person's own role. */
export function roomRole(userType: UserType | null, user: Pick<SessionUser, 'role'>) {
  return userType === 'coach' ? 'coach' : (user.role ?? 'client')
}

/** What the open message menu asks for (spec §7): of many rooms only those with something new. */
export const roomsQuery = (userId: string, role: ReturnType<typeof roomRole>) =>
  queryOptions({
    queryKey: queryKey('message', 'rooms', userId, role),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/message/rooms',
        { query: { direction: 'asc', role, items: MENU_ROOMS, unread: 'true' } },
        { signal },
      ),
  })

/** How many messages wait, for the dot of the closed menu. */
export const pendingMessagesQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKey('message', 'pending', userId),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/notification/message/pending/:userId',
        { params: { userId }, query: { items: 1 } },
        { signal },
      ),
  })

/** The rooms with something new, in the order they came. */
export function roomsWithNews(rooms: readonly RoomDto[]) {
  return rooms.flatMap((room) => (room.unread > 0 && room.last ? [{ ...room, last: room.last }] : []))
}
