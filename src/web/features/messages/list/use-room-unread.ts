import { useInfiniteQuery } from '@tanstack/react-query'
import { useViewer } from '#web/store/viewer.ts'
import { roomListQuery } from '../rooms.queries.ts'

/** How many messages of a room the viewer has not read. It is among the first rooms as soon as somebody writes in it. */
export function useRoomUnread(roomId: string): number {
  const { data } = useInfiniteQuery(roomListQuery(useViewer().userId, ''))
  const rooms = data?.pages.flatMap((page) => page.data) ?? []
  return rooms.find((room) => room.roomId === roomId)?.unread ?? 0
}
