import { useEffect, useSyncExternalStore } from 'react'
import type { RoomId } from '#contract/values.ts'
import { useStore } from '#web/store/store.ts'
import { shownRooms } from './shown-rooms.ts'

/** How many of the others are online in a room that is shown; nobody as far as is known without a connection. */
export function useOnline(roomId: RoomId): number {
  useEffect(() => shownRooms.show(roomId), [roomId])
  const online = useSyncExternalStore(shownRooms.subscribe, () => shownRooms.onlineIn(roomId))
  const isConnected = useStore(({ socket }) => socket.isConnected)
  const own = useStore(({ session }) => session.user?.id)
  return isConnected ? online.size - (own !== undefined && online.has(own) ? 1 : 0) : 0
}
