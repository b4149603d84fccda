import type { AttachmentDto } from '#contract/messages/attachments.ts'
import type { MessageDto } from '#contract/thread.ts'
import type { MessageId, MessageKey, RoomId } from '#contract/values.ts'
import { type Clock, systemClock } from '#time/clock.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure, isPassing } from '#web/api/failure.ts'
import { type Drafts, drafts } from '#web/api/secure-drafts.ts'
import { type SessionSlice, useStore } from '#web/store/store.ts'

/** A message that the server may not have yet. */
export type Unsent = {
  roomId: RoomId
  clientKey: MessageKey
  /** Whose it is: in another space of the same person its room does not exist. */
  space: string
  text: string
  replyTo: MessageDto['replyTo']
  /** Its files, which the server has; those of an earlier release have none. */
  attachments?: readonly AttachmentDto[]
  /** When it was written, and how many were before it in that millisecond: they go out in this order. */
  at: number
  turn: number
  /** Why it was not sent. The line may come back by itself; after a refusal a person decides. */
  failure?: { kind: 'line' | 'limit' | 'refused'; text: string }
}

export type Outbox = {
  /** The unsent messages of a room, the first to go out first; the same array until it changes. */
  of(this: void, roomId: RoomId): readonly Unsent[]
  subscribe(this: void, listener: () => void): () => void
  /** Keeps a message and sends it after those before it. Resolves once the browser keeps it, or says that it cannot. */
  add(
    roomId: RoomId,
    text: string,
    replyTo: MessageDto['replyTo'],
    attachments?: readonly AttachmentDto[],
  ): Promise<boolean>
  /** Sends what waits: what was refused only if it is named. Resolves true once nothing is left. */
  send(named?: MessageKey): Promise<boolean>
  /** Somebody decided not to send it. */
  discard(message: Unsent): void
  /** The server has it, from this tab or another. */
  arrived(clientKey: MessageKey): void
}

type Parts = {
  drafts: Pick<Drafts, 'save' | 'read' | 'remove' | 'names'>
  send: (message: Unsent) => Promise<MessageDto>
  /** Runs the work in one tab at a time. */
  alone: (work: () => Promise<boolean>) => Promise<boolean>
  /** The person and the space they are in; undefined after a sign-out. */
  currentSpace: () => string | undefined
  clock: Pick<Clock, 'now'>
  newKey: () => string
}

/** The first part of the name of a stored message; then come its room and its key. */
const KIND = 'message.'
const NONE: readonly Unsent[] = []

/**
 * Unsent messages (product §16 and §1 D16): encrypted in the browser before they are sent, so that they survive a closed
 * tab and an outage. They go out one after the other, from one tab at a time, in the order in which they were written.
 */
export function createOutbox({ drafts: store, send, alone, currentSpace, clock, newKey }: Parts): Outbox {
  let messages: readonly Unsent[] = NONE
  let owner: string | undefined
  let last = { at: 0, turn: 0 }
  /** Those the storage has: if one is gone from there, another tab has sent it. */
  const stored = new Set<MessageKey>()
  /** Names of what the storage has for another space, or in a shape of another release: each is read once. */
  const notOurs = new Set<string>()
  const byRoom = new Map<RoomId, readonly Unsent[]>()
  const listeners = new Set<() => void>()

  const show = (next: readonly Unsent[]) => {
    messages = next.toSorted((a, b) => a.at - b.at || a.turn - b.turn)
    byRoom.clear()
    for (const listener of listeners) listener()
  }
  const put = (message: Unsent) =>
    show([...messages.filter(({ clientKey }) => clientKey !== message.clientKey), message])
  const keep = async (message: Unsent) => {
    const isKept = await store.save(nameOf(message), message)
    if (isKept) stored.add(message.clientKey)
    return isKept
  }
  const drop = ({ roomId, clientKey }: Pick<Unsent, 'roomId' | 'clientKey'>) => {
    store.remove(nameOf({ roomId, clientKey }))
    stored.delete(clientKey)
    show(messages.filter((each) => each.clientKey !== clientKey))
  }

  const isThere = ({ clientKey }: Unsent) => messages.some((each) => each.clientKey === clientKey)

  /** What was written in another space waits for it there. */
  const begin = () => {
    const space = currentSpace()
    if (space === owner) return
    owner = space
    stored.clear()
    notOurs.clear()
    show(NONE)
  }
  const storedNames = () => store.names().filter((name) => name.startsWith(KIND) && !notOurs.has(name))

  /** Takes over what other tabs have stored and sent. */
  const load = async () => {
    const space = owner
    const names = storedNames()
    const known = new Set(messages.map(nameOf))
    const found: Unsent[] = []
    for (const name of names.filter((each) => !known.has(each))) {
      const message = await store.read(name)
      // What is shown now is that of another space.
      if (owner !== space) return
      if (isUnsent(message) && message.space === space) found.push(message)
      // Without an answer another tab has just sent it, or it could not be read and is gone.
      else if (message !== null) notOurs.add(name)
    }
    const there = new Set(names)
    const gone = messages.filter((each) => stored.has(each.clientKey) && !there.has(nameOf(each)))
    for (const message of found) {
      stored.add(message.clientKey)
      // What is written now comes after it, whatever happened to the clock since then.
      if (message.at > last.at) last = { at: message.at, turn: message.turn }
    }
    if (found.length + gone.length > 0) show([...messages.filter((each) => !gone.includes(each)), ...found])
  }

  const pump = async (named: MessageKey | undefined): Promise<boolean> => {
    // Waiting for its turn takes as long as a call: somebody else may be here by now.
    begin()
    const space = owner
    await load()
    if (currentSpace() !== space) return false
    for (;;) {
      const next = messages.find(
        ({ failure, clientKey }) => failure?.kind !== 'refused' || clientKey === named,
      )
      if (!next) return messages.length === 0
      const { failure: _, ...waiting } = next
      put(waiting)
      try {
        await send(waiting)
        if (currentSpace() !== space) return false
        drop(waiting)
      } catch (error) {
        if (currentSpace() !== space) return false
        // Somebody decided meanwhile not to send it.
        if (!isThere(waiting)) continue
        const failure = failureOf(error)
        put({ ...waiting, failure })
        // What comes after it waits for it, so that the order stays; after a refusal the others may go.
        if (failure.kind !== 'refused') return false
        await keep({ ...waiting, failure })
        if (owner === space && !isThere(waiting)) drop(waiting)
        if (waiting.clientKey === named) named = undefined
      }
    }
  }

  return {
    of(roomId) {
      begin()
      const known = byRoom.get(roomId) ?? messages.filter((each) => each.roomId === roomId)
      const shown = known.length === 0 ? NONE : known
      byRoom.set(roomId, shown)
      return shown
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async add(roomId, text, replyTo, attachments = []) {
      begin()
      const at = Math.max(clock.now(), last.at)
      last = { at, turn: at === last.at ? last.turn + 1 : 0 }
      const message: Unsent = {
        roomId,
        clientKey: newKey() as MessageKey,
        space: owner ?? '',
        text,
        replyTo,
        ...(attachments.length > 0 && { attachments }),
        ...last,
      }
      put(message)
      return keep(message)
    },
    async send(named) {
      begin()
      const isEmpty = messages.length === 0 && storedNames().length === 0
      return isEmpty || alone(() => pump(named))
    },
    discard: drop,
    arrived(clientKey) {
      const message = messages.find((each) => each.clientKey === clientKey)
      if (message) drop(message)
    },
  }
}

const nameOf = ({ roomId, clientKey }: Pick<Unsent, 'roomId' | 'clientKey'>) =>
  `${KIND}${roomId}.${clientKey}`

function failureOf(error: unknown): NonNullable<Unsent['failure']> {
  const text = error instanceof ApiFailure ? error.text : ''
  // Too many messages in a minute, or too many requests of everybody who shares the address.
  if (error instanceof ApiFailure && error.status === 429 && !isPassing(error)) return { kind: 'limit', text }
  if (isPassing(error) || !(error instanceof ApiFailure) || error.code === 'auth.required') {
    return { kind: 'line', text }
  }
  return { kind: 'refused', text }
}

/** What an older release has stored may have another shape: it is not sent. */
function isUnsent(value: unknown): value is Unsent {
  if (typeof value !== 'object' || value === null) return false
  const { roomId, clientKey, space, text, at, turn } = value as Partial<Record<keyof Unsent, unknown>>
  const texts = [roomId, clientKey, space, text].every((each) => typeof each === 'string')
  return texts && typeof at === 'number' && typeof turn === 'number'
}

/** In one tab at a time; where the browser has no locks only in this one, in turn. */
function inTurn(): Parts['alone'] {
  let before: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = before.then(() =>
      globalThis.navigator?.locks ? navigator.locks.request('norte.outbox', work) : work(),
    )
    before = next.catch(() => undefined)
    return next
  }
}

const spaceOf = ({ user }: SessionSlice) => (user ? `${user.id} ${user.clientId ?? ''}` : undefined)

function post({ roomId, clientKey, text, replyTo, attachments = [] }: Unsent): Promise<MessageDto> {
  const answered = replyTo && { replyTo: replyTo.id satisfies MessageId }
  const files = attachments.length > 0 && { attachments: attachments.map(({ id }) => id) }
  return call('POST /v1/message/:roomId', {
    params: { roomId },
    body: { text, clientKey, ...answered, ...files },
  })
}

/** The unsent messages of this browser. */
export const outbox = createOutbox({
  drafts,
  send: post,
  alone: inTurn(),
  currentSpace: () => spaceOf(useStore.getState().session),
  clock: systemClock,
  newKey: () => crypto.randomUUID(),
})
