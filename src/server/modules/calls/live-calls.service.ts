import { z } from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import type { CallCommands } from '#contract/video/signals.ts'
import * as signals from '#contract/video/signals.ts'
import type { SessionId } from '#contract/values.ts'
import type { Deps, OpenSocket } from '../../deps.ts'
import { Refusal } from '../../refusal.ts'
import type { Actor } from '../../policy/actor.ts'
import { loadActor } from '../auth/auth.service.ts'
import { type Seat, type Stay, listStays } from './calls.repository.ts'
import { changeMedia, endCall, joinCall, leaveCall, putOut, showResource } from './calls.service.ts'
import { createSeats } from './seats.service.ts'
import { createLines } from './sfu/lines.service.ts'
import { keepSfuCalls } from './sfu/sfu-calls.service.ts'

// What browsers in calls say to each other. The server passes it on between those who are in the call then, and keeps none
// of it. Media go on without this server; who has lost it comes back with the same peer.

/**
 * Most commands of one socket that wait, and most in ten seconds: an offer and its candidates are some dozens for each
 * other person. More are dropped.
 */
const MOST_WAITING = 200
const MOST_IN_WINDOW = 500
const WINDOW_MS = 10_000
/** What changes a call is written, and told to everybody: it counts as this many. */
const CHANGE = 5
/** Who goes in or leaves makes more work than that. */
const COMING = 10
/** Reactions that follow each other faster are dropped. */
const REACT_EVERY_MS = 300
/** Who is in a call is read again after this time, so that somebody who may not be there any more is out. */
const KNOWN_MS = 500

/** What serves the calls of this server's sockets. */
export function createLiveCalls(deps: Deps): (socket: OpenSocket) => void {
  const { realtime, clock, log } = deps
  const lines = createLines(deps)
  const seats = createSeats(deps, (socket) => lines?.leave(socket))
  keepSfuCalls(deps, seats)
  const staysOf = knownFor(KNOWN_MS, (sessionId: SessionId) => listStays(deps.db, [sessionId], clock.now()))
  return (socket) => {
    const { authSessionId } = socket.owner
    let dropped = 0
    let waiting = 0
    const pace = { since: performance.now(), count: 0 }
    const isTooFast = (weight: number) => {
      const now = performance.now()
      if (now - pace.since >= WINDOW_MS) Object.assign(pace, { since: now, count: 0 })
      pace.count += weight
      return pace.count > MOST_IN_WINDOW || waiting >= MOST_WAITING
    }
    let last: Promise<void> = Promise.resolve()
    // One after the other, as they were said: an answer must not overtake its offer.
    const hear = <Schema extends z.ZodType>(
      name: keyof CallCommands,
      schema: Schema,
      act: (said: z.output<Schema>, actor: Actor) => Promise<unknown>,
      { weight = 1, isFree = false, onDropped = (): void => undefined } = {},
    ) => {
      socket.on(name, (payload, answer) => {
        const drop = (error: ErrorCode) => {
          dropped += 1
          answer?.({ error })
          if (error === 'request.too_many') last = last.then(onDropped)
        }
        if (isTooFast(weight)) return drop('request.too_many')
        const said = schema.safeParse(payload)
        if (!said.success) return drop('request.invalid')
        waiting += 1
        last = last
          .then(async () => {
            // As every call: not after the sign-in, and, but for leaving, not a coach who has not paid (product §1 D6).
            const actor = await deps.actors.get(authSessionId, () => loadActor(deps, authSessionId))
            if (!actor) throw new Refusal('auth.required')
            if (actor.userType === 'coach' && !actor.paid && !isFree)
              return answer?.({ error: 'payment.required' })
            const done = await act(said.data, actor)
            answer?.(done ?? {})
          })
          .catch((error: unknown) => {
            if (!(error instanceof Refusal)) log.warn({ err: error }, 'a command of a call failed')
            onDropped()
            answer?.({ error: error instanceof Refusal ? error.code : 'server.unavailable' })
          })
          .finally(() => (waiting -= 1))
      })
    }
    /**
     * What this socket's peer wants from its call; undefined if it is not in it (any more), or there is nothing. Looked for
     * twice: who came through another server a moment ago may not be among those who are known.
     */
    const inCall = async <Wanted>(
      sessionId: SessionId,
      find: (call: InCall) => Wanted | undefined,
    ): Promise<Wanted | undefined> => {
      const seat = seats.of(socket)
      if (seat?.sessionId !== sessionId) return undefined
      const look = async () => {
        const stays = await staysOf(sessionId)
        const { userId } = socket.owner
        const own = stays.find((stay) => stay.peerId === seat.peerId && stay.userId === userId)
        return own && find({ own, stays })
      }
      const first = await look()
      if (first !== undefined) return first
      staysOf.forget(sessionId)
      return look()
    }
    const join = async (said: signals.JoinCall, actor: Actor) => {
      // Its person may be back through another socket since, which it must not put out.
      if (!socket.isOpen()) return {}
      const joined = await joinCall(deps, actor, said)
      staysOf.forget(said.sessionId)
      if (!('error' in joined) && socket.isOpen()) {
        seats.take(socket, said, joined)
        if (joined.route === 'sfu') lines?.resume(socket, said)
      }
      return joined
    }
    hear('CALL_JOIN', signals.JoinCall, join, { weight: COMING })
    hear('CALL_SFU', signals.SayToSfu, async ({ sessionId, ...said }) => {
      const own = await inCall(sessionId, (call) => call.own)
      // It may have gone meanwhile: nobody would end what is begun for it now.
      const isHere = own && socket.isOpen() && seats.of(socket)?.peerId === own.peerId
      if (isHere) lines?.hear(socket, { sessionId, peerId: own.peerId }, said)
    })
    hear('CALL_SIGNAL', signals.SendSignal, async ({ sessionId, to, signal }) => {
      const way = await inCall(sessionId, ({ own, stays }) => {
        const other = stays.find(({ peerId }) => peerId === to)
        return other && { from: own.peerId, to: other.membershipId }
      })
      if (way) realtime.emit(way.to, 'CALL_SIGNAL', { sessionId, from: way.from, to, signal })
    })
    const media = async (change: signals.ChangeMedia, actor: Actor) => {
      const seat = seats.of(socket)
      if (seat?.sessionId === change.sessionId) await changeMedia(deps, actor, seat.peerId, change)
    }
    hear('CALL_MEDIA', signals.ChangeMedia, media, { weight: CHANGE })
    let reactedAt = -Infinity
    hear('CALL_REACT', signals.React, async ({ sessionId, reaction }) => {
      if (performance.now() - reactedAt < REACT_EVERY_MS) return void (dropped += 1)
      reactedAt = performance.now()
      const call = await inCall(sessionId, (found) => found)
      if (!call) return
      const all = call.stays.map(({ membershipId }) => membershipId)
      realtime.emitToMany(all, 'CALL_REACT', { sessionId, from: call.own.peerId, reaction })
    })
    hear('CALL_MUTE', signals.MutePeer, async ({ sessionId, peerId }, actor) => {
      if (actor.userType !== 'coach') return
      const other = await inCall(sessionId, ({ stays }) => stays.find((stay) => stay.peerId === peerId))
      if (other) realtime.emit(other.membershipId, 'CALL_MUTED', { sessionId, peerId })
    })
    const showToAll = async (show: signals.ShowResource, actor: Actor) => {
      const seat = seats.of(socket)
      await showResource(deps, actor, seat?.sessionId === show.sessionId ? seat.peerId : undefined, show)
    }
    hear('CALL_SHOW', signals.ShowResource, showToAll, { weight: CHANGE })
    // Without a seat nobody is noted as there any more, also if that is all that can be done now.
    const giveUpSeat = () => {
      seats.leave(socket)
      lines?.leave(socket)
    }
    const leave = async ({ sessionId }: signals.OfCall, actor: Actor) => {
      const seat = seats.of(socket)
      if (seat?.sessionId !== sessionId) return
      giveUpSeat()
      await leaveCall(deps, actor, seat.peerId, sessionId)
      staysOf.forget(sessionId)
    }
    hear('CALL_LEAVE', signals.OfCall, leave, { weight: COMING, isFree: true, onDropped: giveUpSeat })
    const end = async ({ sessionId }: signals.OfCall, actor: Actor) => {
      if (actor.userType !== 'coach') throw new Refusal('auth.forbidden')
      await endCall(deps, actor, sessionId)
      staysOf.forget(sessionId)
    }
    hear('CALL_END', signals.OfCall, end, { weight: COMING })
    /** Who is out because their sign-in ended is not waited for, as somebody who lost their connection is. */
    const leaveIfSignedOut = async (seat: Seat) => {
      if (!(await loadActor(deps, authSessionId)))
        await putOut(deps, { ...seat, userId: socket.owner.userId })
    }
    socket.onClose(() => {
      const seat = seats.of(socket)
      if (seat) {
        leaveIfSignedOut(seat).catch((error: unknown) => log.debug({ err: error }, 'a call was not left'))
      }
      giveUpSeat()
      if (dropped > 0) log.warn({ dropped, authSessionId }, 'commands of calls were dropped')
    })
  }
}

/** A peer's own stay, and everybody who is in the call with it. */
type InCall = { own: Stay; stays: readonly Stay[] }

/** Values that are read again after a time, by key; reads at the same time share one. */
function knownFor<Key, Value>(ms: number, read: (key: Key) => Promise<Value>) {
  const known = new Map<Key, { value: Promise<Value>; until: number }>()
  const get = (key: Key): Promise<Value> => {
    const now = performance.now()
    const entry = known.get(key)
    if (entry && entry.until > now) return entry.value
    const value = read(key)
    for (const [old, { until }] of known) if (until <= now) known.delete(old)
    known.set(key, { value, until: now + ms })
    value.catch(() => known.delete(key))
    return value
  }
  return Object.assign(get, { forget: (key: Key) => void known.delete(key) })
}
