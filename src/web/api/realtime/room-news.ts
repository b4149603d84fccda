import type { ClientEvents, ServerEvents } from '#contract/events.ts'

type Told<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0]

/** What a feature hears of rooms. Each may arrive more than once, late or never: who listens catches up. */
export type RoomListener = {
  message?: (news: Told<'NEW_MESSAGE'>) => void
  changed?: (message: Told<'MESSAGE_CHANGED'>) => void
  read?: (read: Told<'MESSAGES_READ'>) => void
  typing?: (typing: Told<'TYPING'>) => void
  presence?: (presence: Told<'PRESENCE'>) => void
  /** Something about a client or a group is other than it was: who is in their room, or whether one may write there. */
  circumstances?: (changed: Told<'CHANGED'>) => void
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

type RoomWord = 'TYPING' | 'WATCH_ROOMS'
type Say = <Name extends RoomWord>(name: Name, ...said: Parameters<ClientEvents[Name]>) => void

let speak: Say | undefined

/** The connection through which this browser says something of rooms. */
export function speakThrough(say: Say): void {
  speak = say
}

/** Says something of rooms. Without a connection it is not said later: by then it does not count any more. */
export const sayOfRooms: Say = (name, ...said) => speak?.(name, ...said)
