import type { Socket } from 'socket.io-client'
import type { ClientEvents, SocketEvents } from '#contract/events.ts'
import type { CallCommands, CallEvents } from '#contract/video/signals.ts'
import { keysOf } from '#contract/keys-of.ts'

/** What the screen of a call hears. */
export type CallListener = {
  [Name in keyof CallEvents]?: (told: Parameters<CallEvents[Name]>[0]) => void
} & {
  /** The connection is open, for the first time or again: what was said meanwhile was not heard. */
  connected?: () => void
}

const listeners = new Set<CallListener>()

/** Listens to what the socket tells of calls. Returns an unsubscribe function. */
export function onCallNews(listener: CallListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Tells everybody who listens. */
export function tellOfCalls<Name extends keyof CallListener>(
  name: Name,
  ...told: Parameters<NonNullable<CallListener[Name]>>
): void {
  for (const listener of listeners)
    (listener[name] as ((...given: typeof told) => void) | undefined)?.(...told)
}

const EVENTS: Record<keyof CallEvents, true> = {
  CALL_PEERS: true,
  CALL_SIGNAL: true,
  CALL_SFU: true,
  CALL_REACT: true,
  CALL_MUTED: true,
  CALL_OVER: true,
}

type LiveSocket = Socket<SocketEvents, ClientEvents>
let live: LiveSocket | undefined

/** Passes on what this connection tells of calls, and says through it what is said in them. */
export function listenToCalls(socket: LiveSocket): void {
  live = socket
  for (const name of keysOf(EVENTS)) socket.on(name, ((told: never) => tellOfCalls(name, told)) as never)
}

type Said<Name extends keyof CallCommands> = Parameters<CallCommands[Name]>[0]
type Answered<Name extends keyof CallCommands> =
  Parameters<CallCommands[Name]> extends [unknown, (answer: infer Answer) => void] ? Answer : never

/**
 * Says something in a call, and answers whether it was sent. Without a connection it is not said later: who comes back says
 * where they are.
 */
export function sayInCall<Name extends keyof CallCommands>(name: Name, said: Said<Name>): boolean {
  if (!live?.connected) return false
  live.emit(name, ...([said] as never))
  return true
}

/** The same with an answer. @throws Error without a connection, or if it takes longer than `withinMs` */
export async function askInCall<Name extends keyof CallCommands>(
  name: Name,
  said: Said<Name>,
  withinMs: number,
): Promise<Answered<Name>> {
  if (!live?.connected) throw new Error('There is no connection')
  return live.timeout(withinMs).emitWithAck(name, ...([said] as never)) as Promise<Answered<Name>>
}
