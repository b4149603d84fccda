import type { RoomDto } from '#contract/messages.ts'
import type { RoomId } from '#contract/values.ts'

/** A room as a list shows it. */
export type ListedRoom = Pick<RoomDto, 'roomId' | 'type' | 'name' | 'lastName' | 'photo' | 'unread' | 'last'>

type Owner = Pick<RoomDto, 'type' | 'name' | 'lastName' | 'photo'> & { id: string }

/**
 * The rooms of a list without doubles: one that was written in meanwhile is on two pages. At the end come those of `owners`
 * in which nobody wrote yet.
 */
export function listedRooms(pages: readonly { rooms: RoomDto[] }[], owners: readonly Owner[]): ListedRoom[] {
  const rooms = new Map<string, ListedRoom>()
  for (const room of pages.flatMap((page) => page.rooms)) {
    if (!rooms.has(room.roomId)) rooms.set(room.roomId, room)
  }
  for (const { id, ...owner } of owners) {
    if (!rooms.has(id)) rooms.set(id, { roomId: id as RoomId, ...owner, unread: 0, last: null })
  }
  return [...rooms.values()]
}
