import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { RoomId } from '#contract/values.ts'
import { outbox } from '#web/widgets/messages/outbox.ts'
import { type ThreadState, type ThreadStore, createThreadStore } from './thread-store.ts'

/** The thread of a room while it is on screen. */
export function useThread(roomId: RoomId, viewerId: string): [ThreadState, ThreadStore] {
  const store = useMemo(() => createThreadStore(roomId, viewerId), [roomId, viewerId])
  useEffect(() => store.start(), [store])
  return [useSyncExternalStore(store.subscribe, store.snapshot), store]
}

/** What was written in a room and is not sent yet. */
export function useUnsent(roomId: RoomId) {
  return useSyncExternalStore(outbox.subscribe, () => outbox.of(roomId))
}
