import type { MessageDto } from '#contract/thread.ts'
import type { RoomId } from '#contract/values.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure, isPassing } from '#web/api/failure.ts'
import { onRoomNews } from '#web/api/realtime/room-news.ts'
import { outbox } from '#web/widgets/messages/outbox.ts'
import * as model from './thread-model.ts'

const PAGE = 50
/** On each side of a place that is jumped to. */
const AROUND = 30
/** The window somebody reads in; beyond it the far end is left out, and read again when they are back there. */
const MOST = 600
/** After so much was missed the newest page is quicker than all changes. */
const MISSED = 100
const READ_MS = 1_000
/** What failed while the line seemed to be there is tried again after this pause. */
const RETRY_MS = 10_000

export type ThreadState = {
  status: 'loading' | 'failed' | 'gone' | 'ready'
  failure?: unknown
  thread?: model.Thread | undefined
  /** Which end of the window changed last: a list keeps the other one where it is. */
  edge: 'oldest' | 'newest'
  /** `failed`: the side whose page did not arrive; it is asked for again by a press, or when the line is back. */
  loading: { older: boolean; newer: boolean; failed: 'older' | 'newer' | undefined }
  /** The first message that was not read when the room was opened; stays until it is left. */
  unreadFrom: number | undefined
  /** A place that was jumped to, to be shown and marked; each jump is a new object. */
  target: { seq: number } | undefined
}

export type ThreadStore = ReturnType<typeof createThreadStore>

/** An open room: reads its pages, hears what happens there, and fetches what it missed. */
export function createThreadStore(roomId: RoomId, viewerId: string) {
  let state: ThreadState = {
    status: 'loading',
    edge: 'newest',
    loading: { older: false, newer: false, failed: undefined },
    unreadFrom: undefined,
    target: undefined,
  }
  const listeners = new Set<() => void>()
  // Grows with every window that is opened again: what was asked for an earlier one is dropped.
  let opening = 0
  let isOpen = false
  let isCatchingUp = false
  /** Something was heard of while an answer was on its way: that answer may be older. */
  let asksAgain = false
  // How often the line was back. What was asked for before may be answered without what happened until then.
  let lines = 0
  /** The newest revision that was heard of, also while there was no window. */
  let heard = 0
  let retrying: ReturnType<typeof setTimeout> | undefined
  let seen = 0
  let told = 0
  let reading: ReturnType<typeof setTimeout> | undefined

  const set = (next: Partial<ThreadState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const update = (thread: model.Thread, edge: ThreadState['edge'] = state.edge) => {
    if (thread !== state.thread || edge !== state.edge) set({ thread, edge })
    if (model.isBehind(thread)) void catchUp()
  }
  /** Another window, which may have been read before the newest that was heard of. */
  const replace = (thread: model.Thread, askedOn: number) => {
    update({ ...thread, heard: Math.max(thread.heard, heard) }, 'newest')
    if (askedOn !== lines) void catchUp()
  }
  const ask = (query: { before?: number; after?: number; since?: number; items?: number }) =>
    call('GET /v1/message/:roomId', { params: { roomId }, query: { items: PAGE, ...query } })

  const failed = (error: unknown) => {
    if (error instanceof ApiFailure && error.code === 'message.room_not_found') {
      set({ status: 'gone', thread: undefined })
    } else if (!state.thread) set({ status: 'failed', failure: error })
  }

  const around = async (seq: number) => {
    const [before, after] = await Promise.all([
      ask({ before: seq + 1, items: AROUND }),
      ask({ after: seq, items: AROUND }),
    ])
    return model.openedAt(before, after)
  }

  /** Opens the newest page; the first time where somebody stopped reading, if that is further back. Rejects if it cannot. */
  const openNewest = async () => {
    const mine = (opening += 1)
    const line = lines
    if (!state.thread) set({ status: 'loading' })
    try {
      const page = await ask({})
      if (mine !== opening) return
      let thread = model.opened(page)
      const readSeq = page.reads.find(({ userId }) => userId === viewerId)?.readSeq ?? 0
      const unreadFrom = firstUnread(page.data, readSeq, viewerId)
      const isFirst = state.status !== 'ready'
      const isFar = isFirst && readSeq > 0 && readSeq + 1 < thread.from && unreadFrom !== undefined
      if (isFar) thread = await around(readSeq)
      if (mine !== opening) return
      told = Math.max(told, readSeq)
      set({
        status: 'ready',
        ...(isFirst && {
          unreadFrom: isFar ? readSeq + 1 : unreadFrom,
          target: isFar ? { seq: readSeq + 1 } : undefined,
        }),
      })
      settle(page.data)
      replace(thread, line)
    } catch (error) {
      if (mine !== opening) return
      failed(error)
      throw error
    }
  }
  /** The state says whether it could be opened. */
  const open = () => openNewest().catch(() => undefined)

  const catchUp = async () => {
    if (isCatchingUp || !state.thread) return
    isCatchingUp = true
    asksAgain = false
    clearTimeout(retrying)
    const mine = opening
    const line = lines
    let isAnswered = false
    try {
      const { thread } = state
      const page = await ask({ since: thread.revision, items: MISSED })
      isAnswered = true
      if (mine !== opening || !state.thread) return
      settle(page.data)
      if (!page.more) set({ thread: model.caughtUp(state.thread, page) })
      else {
        // Far too much was missed: the window is read again, where the person is; what is new is below.
        const place = thread.follows ? thread.to : (thread.messages.at(0)?.seq ?? 1)
        const again = await around(place)
        if (mine !== opening) return
        const known = { ...again, heard: Math.max(again.heard, heard) }
        set({ thread: known, ...(thread.follows && { target: { seq: place } }) })
      }
    } catch (error) {
      // Tried again when the line is back, which is heard of.
      if (mine === opening) failed(error)
      // A server without its database, or a call that got lost beside a line that holds.
      if (isPassing(error) && isOpen) retrying = setTimeout(() => void catchUp(), RETRY_MS)
    } finally {
      isCatchingUp = false
    }
    // Something more was heard of meanwhile, the line was lost and is back, or the window is another one.
    const isBehind = isAnswered && state.thread !== undefined && model.isBehind(state.thread)
    if (isOpen && (isBehind || (isAnswered && asksAgain) || line !== lines || mine !== opening))
      await catchUp()
  }

  const load = async (side: 'older' | 'newer') => {
    const { thread, loading } = state
    if (!thread || loading[side]) return
    if (side === 'older' ? !model.hasOlder(thread) : !model.hasNewer(thread)) return
    const mine = opening
    // Before the answer: the list drops one end and grows at the other in two steps.
    const kept = model.trimmed(thread, side === 'older' ? 'oldest' : 'newest', MOST)
    set({
      loading: { ...loading, [side]: true, failed: undefined },
      ...(kept !== thread && { thread: kept, edge: side === 'older' ? 'newest' : 'oldest' }),
    })
    try {
      const page = await ask(side === 'older' ? { before: kept.from } : { after: kept.to })
      if (mine !== opening || !state.thread) return
      if (side === 'older' && state.thread.from === kept.from)
        update(model.withOlder(state.thread, page), 'oldest')
      if (side === 'newer' && state.thread.to === kept.to) update(model.joined(state.thread, page), 'newest')
    } catch (error) {
      if (mine === opening) {
        failed(error)
        set({ loading: { ...state.loading, failed: side } })
      }
    } finally {
      set({ loading: { ...state.loading, [side]: false } })
    }
  }

  /** What arrived is no longer unsent. */
  const settle = (messages: readonly MessageDto[]) => {
    for (const { sender, clientKey } of messages) if (sender.userId === viewerId) outbox.arrived(clientKey)
  }
  const hear = (message: MessageDto) => {
    if (message.roomId !== roomId) return
    heard = Math.max(heard, message.revision)
    // In this order: a message is never missing between the two.
    if (state.thread) update(model.told(state.thread, message))
    settle([message])
  }

  const tellRead = () => {
    reading = undefined
    if (seen <= told) return
    const readSeq = seen
    told = readSeq
    call('PUT /v1/message/:roomId/read', { params: { roomId }, body: { readSeq } }).catch(
      (error: unknown) => {
        told = Math.min(told, readSeq - 1)
        if (isPassing(error) && isOpen) reading ??= setTimeout(tellRead, RETRY_MS)
      },
    )
  }

  return {
    subscribe(this: void, listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    snapshot: (): ThreadState => state,
    /** Opens the room and listens, until the answer is called. */
    start(): () => void {
      const wake = () => document.visibilityState === 'visible' && void catchUp()
      const back = () => {
        lines += 1
        if (state.loading.failed) void load(state.loading.failed)
        // What was seen while the line was down is told now.
        if (seen > told) {
          clearTimeout(reading)
          reading = setTimeout(tellRead, READ_MS)
        }
        void (state.thread ? catchUp() : open())
      }
      const stop = onRoomNews({
        connected: back,
        message: ({ message }) => hear(message),
        changed: hear,
        // Its process has ended or begun again, or who is in it is other than before.
        circumstances: ({ subject, id }) => {
          if (id !== roomId || (subject !== 'client' && subject !== 'group')) return
          asksAgain = true
          void catchUp()
        },
        read: ({ roomId: where, ...read }) => {
          if (where === roomId && state.thread) update(model.readBy(state.thread, read))
        },
      })
      document.addEventListener('visibilitychange', wake)
      addEventListener('online', back)
      isOpen = true
      void open()
      return () => {
        stop()
        isOpen = false
        opening += 1
        clearTimeout(retrying)
        document.removeEventListener('visibilitychange', wake)
        removeEventListener('online', back)
        clearTimeout(reading)
        tellRead()
      }
    },
    retry: () => void open(),
    /** Asks again for the page that did not arrive. */
    reload: () => state.loading.failed && void load(state.loading.failed),
    loadOlder: () => void load('older'),
    loadNewer: () => void load('newer'),
    hear,
    /** Shows a place: where it is, or after reading what is around it. */
    async jump(seq: number): Promise<void> {
      const { thread } = state
      if (thread && seq >= thread.from && seq <= thread.to) return set({ target: { seq } })
      const mine = (opening += 1)
      const line = lines
      const window = await around(seq)
      if (mine !== opening) return
      set({ target: { seq } })
      replace(window, line)
    },
    /** Back to the newest message. Rejects if it could not be read: the place that is shown stays. */
    async toNewest(): Promise<void> {
      set({ target: undefined })
      if (state.thread && model.hasNewer(state.thread)) await openNewest()
    },
    /** The person has seen everything up to a place. */
    saw(seq: number): void {
      if (seq <= seen) return
      seen = seq
      reading ??= setTimeout(tellRead, READ_MS)
      const { thread } = state
      // Somebody who reads along all day needs no more of the beginning than somebody who came now.
      if (thread?.follows && seq >= thread.to && thread.messages.length > 2 * MOST) {
        set({ thread: model.trimmed(thread, 'newest', MOST), edge: 'oldest' })
      }
    },
  }
}

function firstUnread(messages: readonly MessageDto[], readSeq: number, viewerId: string): number | undefined {
  return messages.find(
    ({ seq, sender, deletedAt }) => seq > readSeq && sender.userId !== viewerId && deletedAt === null,
  )?.seq
}
