import { randomUUID } from 'node:crypto'
import type { Socket } from 'socket.io-client'
import { expect } from 'vitest'
import type { PeerId, SessionId } from '#contract/values.ts'
import type { CallPeer } from '#contract/video/calls.ts'
import type { CallState, Joined } from '#contract/video/signals.ts'
import { listenTo, openSocket } from './sockets.ts'

/** What somebody sends who has camera and microphone on. */
export const MEDIA = { audio: true, video: true, screen: false, hand: false }

type Heard = { name: string; payload: unknown }

/** A tab with a socket, in a call or not. */
export type Tab = { socket: Socket; heard: Heard[]; peerId: PeerId }

/** Opens a tab of somebody. */
export async function openTab(address: string, { token }: { token: string }): Promise<Tab> {
  const socket = await openSocket(address, token)
  return { socket, heard: listenTo(socket), peerId: randomUUID() as string as PeerId }
}

/** Says something that is answered. Everything that the tab said before has been looked at by then. */
export function asked(tab: Tab, name: string, said: object): Promise<object> {
  return tab.socket.timeout(30_000).emitWithAck(name, said) as Promise<object>
}

/** What the server answers to a tab that goes into a call, or comes back by itself. */
export function goIn(tab: Tab, sessionId: SessionId, isBack = false): Promise<Joined | { error: string }> {
  const join = { sessionId, peerId: tab.peerId, media: MEDIA, isBack }
  return asked(tab, 'CALL_JOIN', join) as Promise<Joined | { error: string }>
}

/** Goes into a call. @throws Error if it is refused */
export async function joined(tab: Tab, sessionId: SessionId): Promise<Joined> {
  const answer = await goIn(tab, sessionId)
  if ('error' in answer) throw new Error(answer.error)
  return answer
}

/** What a tab heard under a name, in order. */
export function heardOf<Payload>({ heard }: Tab, name: string): Payload[] {
  return heard.filter((each) => each.name === name).map(({ payload }) => payload as Payload)
}

/** Who is in the call, as a tab was told last. */
export function peersOf(tab: Tab): CallPeer[] | undefined {
  const states = heardOf<CallState>(tab, 'CALL_PEERS')
  return states.toSorted((one, other) => one.revision - other.revision).at(-1)?.peers
}

/** Waits until a tab was told that these tabs are in the call, in the order in which they came. */
export async function untilPeers(tab: Tab, tabs: readonly Tab[]): Promise<void> {
  await expect.poll(() => peersOf(tab)?.map(({ peerId }) => peerId)).toEqual(tabs.map(({ peerId }) => peerId))
}
