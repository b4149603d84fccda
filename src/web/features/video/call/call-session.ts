import type { PeerId, ResourceId, SessionId } from '#contract/values.ts'
import type { CallMedia, CallPeer } from '#contract/video/calls.ts'
import type { CallSignal, CallState, Joined, Reaction, ShownResource } from '#contract/video/signals.ts'
import { askInCall, onCallNews, sayInCall } from '#web/api/realtime/call-news.ts'
import type { Line, Sizes } from '../peer/media-way.ts'
import { openMesh } from '../peer/mesh.ts'
import type { Outgoing } from '../peer/peer-link.ts'
import type { Quality } from '../peer/quality.ts'
import { openSfuWay } from '../sfu/sfu-way.ts'
import { createAwaited } from './awaited.ts'
import { createWays } from './media-ways.ts'
import { createPlaces } from './places.ts'

/** Another person in the call, as this browser has them. */
export type Other = CallPeer & Line

/** Why a call is over for this browser. */
export type Over = 'left' | 'ended' | 'elsewhere' | 'removed'

export type CallView = {
  /**
   * - `joining`, `joined`
   * - `away`: the line to the server is lost; media go on
   */
  state: 'joining' | 'joined' | 'away'
  others: readonly Other[]
  over: Over | undefined
  /** Why going in was refused: a code of errors.json. */
  refusal: string | undefined
  /** The line does not take video any more: the camera is to be switched off. */
  isSlow: boolean
  /** How good the line is that all share; undefined where there is one to each. */
  quality: Quality | undefined
  /** The SFU does not answer, and there are too many people to go on without it. */
  isSfuAway: boolean
  /** What the coach shows to everybody. */
  shown: ShownResource | null
  /** The last reaction of somebody. */
  reaction: { from: PeerId; reaction: Reaction; serial: number } | undefined
}

export type CallSession = {
  view: () => CallView
  subscribe: (listener: () => void) => () => void
  /** What this browser sends, and what the others are told of it. */
  send(outgoing: Outgoing, media: CallMedia): void
  react(reaction: Reaction): void
  mute(peerId: PeerId): void
  /** Shows a resource to everybody, or none any more. @throws Error if the server did not take it */
  showToAll(resourceId: ResourceId | null): Promise<void>
  /** How large the others are shown: a small picture costs less. */
  showSizes(sizes: Sizes): void
  /** Leaves; `forAll` ends the call for everybody. @throws Error if the server did not take it */
  leave(options?: { forAll?: boolean }): Promise<void>
  close(): void
}

type Options = {
  sessionId: SessionId
  peerId: PeerId
  outgoing: Outgoing
  media: CallMedia
  onMuted: () => void
  onFailure: (error: unknown) => void
}

/**
 * How long the server may take to answer, and the pause before it is asked again. Each time it has longer: what a slow server
 * answers too late would never be heard.
 */
const ANSWER_MS = 8_000
const MOST_ANSWER_MS = 60_000
const AGAIN_MS = 1_000
/** Who leaves does not wait for a slow server: it hears it all the same. */
const LEAVING_MS = 2_000
/** The server's database is away or has no room, it restarts, or this browser has said too much at once: that passes. */
const PASSING: readonly string[] = ['server.unavailable', 'server.no_space', 'request.too_many']
/** After a line was lost for this long the server, which misses who is gone, is asked who is still there. */
const LOST_MS = 27_000

/**
 * A call of this browser: goes in, connects to everybody who is in it, and comes back after the line to the server was lost.
 * Media go directly between browsers or through an SFU, and never wait for the server.
 */
export function openCall({
  sessionId,
  peerId,
  media: first,
  outgoing: at,
  onMuted,
  onFailure,
}: Options): CallSession {
  const listeners = new Set<() => void>()
  let view: CallView = {
    state: 'joining',
    others: [],
    over: undefined,
    refusal: undefined,
    isSlow: false,
    quality: undefined,
    isSfuAway: false,
    shown: null,
    reaction: undefined,
  }
  let media = first
  let revision = 0
  /** Undefined until this browser is in: what is heard before waits, because no line can be opened without them. */
  let iceServers: Joined['iceServers'] | undefined
  const inPlaces = createPlaces()
  const named = () => iceServers ?? []
  let early: { state?: CallState; signals: [from: PeerId, signal: CallSignal][] } = { signals: [] }
  let attempt = 0
  let patience = ANSWER_MS
  /** A person who leaves does not go in again, however long the server takes to hear it. */
  let isLeaving = false
  let hasLeft = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let lost: ReturnType<typeof setTimeout> | undefined
  let latest: CallState | undefined

  const show = (change: Partial<CallView>) => {
    view = { ...view, ...change }
    listeners.forEach((listener) => listener())
  }
  const ways = createWays(
    {
      direct: ({ outgoing, isLate, onChange }) =>
        openMesh(
          { self: peerId, iceServers: named, outgoing, isLate },
          {
            say: (to, signal) => sayInCall('CALL_SIGNAL', { sessionId, to, signal }),
            onChange,
            onFailure,
          },
        ),
      sfu: ({ outgoing, onChange }) =>
        openSfuWay(
          { iceServers: named, outgoing },
          { say: (line, say) => sayInCall('CALL_SFU', { sessionId, line, say }), onChange, onFailure },
        ),
    },
    { outgoing: at, onChange: () => showOthers(view.others) },
  )
  const isDone = () => hasLeft || view.over !== undefined || view.refusal !== undefined
  const showOthers = (peers: readonly CallPeer[]) => {
    if (isDone()) return
    const others = peers.map((peer) => ({ ...peer, ...ways.lineOf(peer) }))
    show({ others, isSlow: ways.isSlow(), quality: ways.quality() })
    const isLost = others.some(({ link }) => link === 'lost')
    if (isLost) lost ??= setTimeout(askAfterLoss, LOST_MS)
    else clearLost()
  }
  const clearLost = () => {
    clearTimeout(lost)
    lost = undefined
  }
  const askAfterLoss = () => {
    lost = undefined
    void join()
  }
  const take = (state: CallState) => {
    const { revision: newer, peers, route, isSfuAway } = state
    // Two servers may tell in another order than it happened.
    if (newer < revision || isDone()) return
    revision = newer
    latest = state
    // Somebody who comes back hears of themselves before the answer that says who else is on the way back.
    if (!iceServers || view.state === 'away') {
      early.state = state
      return
    }
    const others = inPlaces(awaited.and(peers.filter((peer) => peer.peerId !== peerId)))
    const isBack = view.isSfuAway && !isSfuAway
    ways.take(route, others)
    if (isBack) ways.comeBack()
    show({ isSfuAway, ...(state.shown !== undefined && { shown: sameAs(view.shown, state.shown) }) })
    showOthers(others)
  }
  const awaited = createAwaited<Other>(() => latest && take(latest))
  const takeEarly = () => {
    const { state, signals } = early
    early = { signals: [] }
    if (state) take(state)
    for (const [from, signal] of signals) ways.get('direct')?.hear(from, signal)
  }
  const join = async () => {
    clearTimeout(retry)
    if (isLeaving) return
    const mine = (attempt += 1)
    const waits = patience
    patience = Math.min(2 * waits, MOST_ANSWER_MS)
    const isBack = view.state === 'away'
    try {
      const joined = await askInCall('CALL_JOIN', { sessionId, peerId, media, isBack }, waits)
      if (mine !== attempt || view.over) return
      if ('error' in joined && PASSING.includes(joined.error)) throw new Error(joined.error)
      if ('error' in joined) return refuse(joined.error)
      patience = ANSWER_MS
      iceServers = joined.iceServers
      if (isBack) awaited.await(view.others.filter(({ peerId: other }) => joined.missed.includes(other)))
      show({ state: 'joined' })
      take(joined)
      takeEarly()
      if (isBack) ways.comeBack()
    } catch {
      if (mine === attempt && !view.over) retry = setTimeout(() => void join(), AGAIN_MS)
    }
  }
  const stopAll = () => {
    clearTimeout(retry)
    awaited.stop()
    clearLost()
    attempt += 1
    ways.close()
  }
  /** Also on coming back, where media went on until now. */
  const refuse = (refusal: string) => {
    stopAll()
    show({ refusal, others: [] })
  }
  const end = (over: Over) => {
    if (view.over) return
    stopAll()
    show({ over, others: [] })
  }
  let serial = 0
  const stop = onCallNews({
    CALL_PEERS: (state) => state.sessionId === sessionId && take(state),
    CALL_SIGNAL: ({ sessionId: of, from, to, signal }) => {
      // Every tab of a person hears it. Somebody who came a moment ago may say something before the list of all is here.
      if (of !== sessionId || to !== peerId || isDone()) return
      if (iceServers) ways.get('direct')?.hear(from, signal)
      else early.signals.push([from, signal])
    },
    CALL_SFU: ({ sessionId: of, to, line, say }) => {
      if (of === sessionId && to === peerId && !isDone()) ways.get('sfu')?.hear(line, say)
    },
    CALL_REACT: ({ sessionId: of, from, reaction }) => {
      if (of === sessionId) show({ reaction: { from, reaction, serial: (serial += 1) } })
    },
    CALL_MUTED: ({ sessionId: of, peerId: to }) => of === sessionId && to === peerId && onMuted(),
    CALL_OVER: ({ sessionId: of, peerId: to, why }) => {
      if (of === sessionId && (to === null || to === peerId)) end(why)
    },
    connected: () => {
      if (isDone()) return
      patience = ANSWER_MS
      if (view.state === 'joined') show({ state: 'away' })
      void join()
    },
  })
  void join()
  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    send(sent, told) {
      media = told
      ways.send(sent)
      sayInCall('CALL_MEDIA', { sessionId, media })
    },
    react: (reaction) => sayInCall('CALL_REACT', { sessionId, reaction }),
    showSizes: (sizes) => ways.showSizes(sizes),
    mute: (other) => sayInCall('CALL_MUTE', { sessionId, peerId: other }),
    async showToAll(resourceId) {
      const shown = await askInCall('CALL_SHOW', { sessionId, resourceId }, ANSWER_MS)
      if ('error' in shown) throw new Error(shown.error)
    },
    async leave({ forAll = false } = {}) {
      isLeaving = true
      clearTimeout(retry)
      if (forAll) {
        try {
          const ended = await askInCall('CALL_END', { sessionId }, ANSWER_MS)
          if ('error' in ended) throw new Error(ended.error)
        } catch (error) {
          isLeaving = false
          if (view.state !== 'joined') void join()
          throw error
        }
        return end('ended')
      }
      // Nothing is seen or heard of who left, however long the server takes. Who has no line is missed after some seconds anyway.
      const told = askInCall('CALL_LEAVE', { sessionId }, LEAVING_MS).catch(() => undefined)
      hasLeft = true
      stopAll()
      await told
      end('left')
    },
    close() {
      if (!view.over) sayInCall('CALL_LEAVE', { sessionId })
      end('left')
      stop()
      listeners.clear()
    },
  }
}

/** Each news of a call says again what is shown: what is the same stays the same object. */
function sameAs(before: ShownResource | null, now: ShownResource | null): ShownResource | null {
  return before?.resourceId === now?.resourceId && before?.title === now?.title ? before : now
}
