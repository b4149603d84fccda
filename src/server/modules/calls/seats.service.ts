import type { PeerId, SessionId } from '#contract/values.ts'
import type { Deps, OpenSocket } from '../../deps.ts'
import { type Seat, listCalls, listReasons, listStays, touchStays } from './calls.repository.ts'
import { tellAgain } from './calls.service.ts'

/** How often this server notes who is still there. */
const SEEN_EVERY_MS = 5_000

/** The peers of this server's sockets. */
export type Seats = {
  of(socket: OpenSocket): Seat | undefined
  /** The sessions in whose calls they are. */
  sessions(): SessionId[]
  /** `known` is what the one who went in was told of the call. */
  take(
    socket: OpenSocket,
    seat: Seat,
    known: { revision: number; peers: readonly { peerId: PeerId }[] },
  ): void
  leave(socket: OpenSocket): void
}

/**
 * Every few seconds what is known of the seats is compared with the database: those who are still there are noted, those who may
 * not be in their call any more are shown the door, and who vanished without a word (a lost browser, another server that
 * died, somebody who was removed) is told to the others. `onOut` is called with the sockets of those who are shown the door,
 * and with an earlier socket of somebody who comes back: it may take long until it is known that it is lost.
 */
export function createSeats(deps: Deps, onOut: (socket: OpenSocket) => void): Seats {
  const seats = new Map<OpenSocket, Seat>()
  const known = new Map<SessionId, Known>()
  let isLooking = false
  const look = setInterval(() => {
    if (isLooking || seats.size === 0) return
    isLooking = true
    void lookAtSeats(deps, seats, known, onOut)
      .catch((error: unknown) => deps.log.debug({ err: error }, 'calls were not looked at'))
      .finally(() => (isLooking = false))
  }, SEEN_EVERY_MS)
  look.unref()
  return {
    of: (socket) => seats.get(socket),
    sessions: () => [...new Set([...seats.values()].map(({ sessionId }) => sessionId))],
    take(socket, { sessionId, peerId }, { revision, peers }) {
      for (const [other, seat] of seats) {
        if (other === socket || seat.sessionId !== sessionId || seat.peerId !== peerId) continue
        seats.delete(other)
        onOut(other)
      }
      seats.set(socket, { sessionId, peerId })
      const names = namesOf(peers.map((peer) => peer.peerId))
      known.set(sessionId, { revision, peers: names, vanished: known.get(sessionId)?.vanished ?? '' })
    },
    leave: (socket) => void seats.delete(socket),
  }
}

/**
 * What this server saw of a call the last time. With the same revision there are the same peers, or nobody was told; the same
 * of those who vanished, of whom the browsers of each server may be told once.
 */
type Known = { revision: number; peers: string; vanished: string }

const namesOf = (peers: readonly PeerId[]) => peers.toSorted().join()

async function lookAtSeats(
  deps: Deps,
  seats: Map<OpenSocket, Seat>,
  known: Map<SessionId, Known>,
  onOut: (socket: OpenSocket) => void,
): Promise<void> {
  const now = deps.clock.now()
  const taken = [...seats]
  const sessionIds = [...new Set(taken.map(([, { sessionId }]) => sessionId))]
  await touchStays(
    deps.db,
    taken.map(([, seat]) => seat),
    now,
  )
  const calls = await listCalls(deps.db, sessionIds)
  const stays = await listStays(deps.db, sessionIds, now)
  const isIn = ({ sessionId, peerId }: Seat) =>
    stays.some((stay) => stay.sessionId === sessionId && stay.peerId === peerId)
  const out = taken.filter(([socket, seat]) => !isIn(seat) && seats.get(socket) === seat)
  const reasons = await listReasons(
    deps.db,
    out.map(([, seat]) => seat),
  )
  for (const [socket, seat] of out) {
    // They may have come back meanwhile.
    if (seats.get(socket) !== seat) continue
    seats.delete(socket)
    onOut(socket)
    const reason = reasons.find((each) => each.sessionId === seat.sessionId && each.peerId === seat.peerId)
    socket.send('CALL_OVER', { ...seat, why: reason?.why ?? 'removed' })
  }
  for (const id of known.keys()) if (!sessionIds.includes(id)) known.delete(id)
  for (const call of calls) {
    const { sessionId, revision, open } = call
    const inCall = stays.filter((stay) => stay.sessionId === sessionId).map(({ peerId }) => peerId)
    const peers = namesOf(inCall)
    const vanished = namesOf(open.filter((peerId) => !inCall.includes(peerId)))
    const before = known.get(sessionId)
    known.set(sessionId, { revision, peers, vanished })
    if (!before || (before.vanished === vanished && (before.revision !== revision || before.peers === peers)))
      continue
    const told = await tellAgain(deps, call)
    known.set(sessionId, {
      revision: told.revision,
      peers: namesOf(told.stays.map(({ peerId }) => peerId)),
      vanished,
    })
  }
}
