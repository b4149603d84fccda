import type { ServerEvents } from '#contract/events.ts'

type Told<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0]

/** What a feature hears of rooms. Each may arrive more than once, late or never: who listens catches up. */
export type RoomListener = {
  message?: (news: Told<'NEW_MESSAGE'>) => void
  changed?: (message: Told<'MESSAGE_CHANGED'>) => void
  read?: (read: Told<'MESSAGES_READ'>) => void
  /** The connection is open, for the first time or again: what happened before was not told. */
  connected?: () => void
}

const listeners = new Set<RoomListener>()

/** Listens to what the socket tells of rooms. Returns an unsubscribe function. */
export function onRoomNews(listener: RoomListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells everybody who listens. */
export function tellRoomNews(tell: (listener: RoomListener) => void): void {
  for (const listener of listeners) tell(listener)
}
