import { MOST_WATCHED_ROOMS } from '#contract/events.ts'
import type { RoomId } from '#contract/values.ts'
import { onRoomNews, sayOfRooms } from '#web/api/realtime/room-news.ts'

type Online = ReadonlySet<string>
const NOBODY: Online = new Set()

/** Which rooms this page shows, and who is online in each, as the server says it. */
function createShownRooms() {
  const shown = new Map<RoomId, number>()
  const online = new Map<RoomId, Online>()
  const listeners = new Set<() => void>()
  let stop: (() => void) | undefined
  let isSaying = false

  const tell = () => {
    for (const listener of listeners) listener()
  }
  /** All that is shown, once for all that changed at a time. The last ones count: the open room is among them. */
  const say = () => {
    if (isSaying) return
    isSaying = true
    queueMicrotask(() => {
      isSaying = false
      sayOfRooms('WATCH_ROOMS', { roomIds: [...shown.keys()].slice(-MOST_WATCHED_ROOMS) })
    })
  }
  const listen = () =>
    onRoomNews({
      connected: () => {
        online.clear()
        tell()
        say()
      },
      presence: ({ roomId, online: ids }) => {
        // Said before the server heard that it is not shown any more.
        if (!shown.has(roomId)) return
        online.set(roomId, new Set(ids))
        tell()
      },
    })
  return {
    /** Shows a room until the answer is called. */
    show(this: void, roomId: RoomId): () => void {
      stop ??= listen()
      const count = (shown.get(roomId) ?? 0) + 1
      shown.delete(roomId)
      shown.set(roomId, count)
      say()
      return () => {
        const left = shown.get(roomId)! - 1
        if (left > 0) shown.set(roomId, left)
        else {
          shown.delete(roomId)
          online.delete(roomId)
        }
        if (shown.size === 0) {
          stop?.()
          stop = undefined
        }
        say()
      }
    },
    subscribe(this: void, listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onlineIn: (roomId: RoomId): Online => online.get(roomId) ?? NOBODY,
  }
}

/** The rooms that this page shows. */
export const shownRooms = createShownRooms()
