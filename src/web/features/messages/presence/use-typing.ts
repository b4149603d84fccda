import { useEffect, useState } from 'react'
import type { RoomId } from '#contract/values.ts'
import { onRoomNews, sayOfRooms } from '#web/api/realtime/room-news.ts'

/** Somebody who says nothing more for this long has stopped. */
const ENDS_MS = 6_000
/** How often it is said of somebody who goes on typing. */
const SAID_EVERY_MS = 3_000

/** The ids of those who are typing in a room now, the first to begin first. */
export function useTyping(roomId: RoomId): readonly string[] {
  const [typing, setTyping] = useState<readonly string[]>([])
  useEffect(() => {
    const ends = new Map<string, ReturnType<typeof setTimeout>>()
    const end = (userId: string) => {
      clearTimeout(ends.get(userId))
      if (ends.delete(userId)) setTyping([...ends.keys()])
    }
    const stop = onRoomNews({
      typing: ({ roomId: where, userId }) => {
        if (where !== roomId) return
        const isNew = !ends.has(userId)
        clearTimeout(ends.get(userId))
        ends.set(
          userId,
          setTimeout(() => end(userId), ENDS_MS),
        )
        if (isNew) setTyping([...ends.keys()])
      },
      message: ({ message }) => {
        if (message.roomId === roomId) end(message.sender.userId)
      },
    })
    return () => {
      stop()
      for (const timer of ends.values()) clearTimeout(timer)
      setTyping([])
    }
  }, [roomId])
  return typing
}

let saidAt = -Infinity
let saidIn: RoomId | undefined

/** Says that somebody is typing in a room, at most every few seconds. */
export function sayTyping(roomId: RoomId, now: number = performance.now()): void {
  if (saidIn === roomId && now - saidAt < SAID_EVERY_MS) return
  saidAt = now
  saidIn = roomId
  sayOfRooms('TYPING', { roomId })
}

/** What was written is sent: the next word is said at once. */
export function typingEnded(): void {
  saidIn = undefined
}
