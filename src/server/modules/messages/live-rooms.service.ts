import { MOST_WATCHED_ROOMS } from '#contract/events.ts'
import { type MembershipId, RoomId } from '#contract/values.ts'
import type { Deps, OpenSocket } from '../../deps.ts'
import { loadActor } from '../auth/auth.service.ts'
import { listRoomPeople } from './room-people.repository.ts'
import { type RoomPresence, createWatchedRooms } from './watched-rooms.domain.ts'

// What browsers say and hear of rooms beside messages: who is typing and who is online. Nothing of it is stored, and each
// word is checked against who is in the room then: who left is out at once.

/** A browser says at most this often that somebody is typing; more is ignored before anything is read. */
const TYPING_EVERY_MS = 1_500

type Watcher = { membershipId: MembershipId; socket: OpenSocket }

/** What serves the sockets of this server. */
export function createLiveRooms(deps: Deps): (socket: OpenSocket) => void {
  const { realtime } = deps
  const watched = createWatchedRooms<Watcher>((id) => realtime.isOnline(id))
  const tell = (all: readonly RoomPresence<Watcher>[]) => {
    for (const { roomId, online, watchers } of all)
      for (const { socket } of watchers) socket.send('PRESENCE', { roomId, online })
  }
  const refresh = oneAtATime<RoomId>(deps, MOST_ROOMS, async (rooms) => {
    tell(watched.refresh(rooms, await listRoomPeople(deps.db, rooms)))
  })
  realtime.onPresence((ids) => refresh(watched.roomsWith(ids)))
  return (socket) => {
    const { membershipId, userId, authSessionId } = socket.owner
    // As every call: not after the sign-in, and not a coach who has not paid (product §1 D6).
    const hasRooms = async () => {
      const actor = await deps.actors.get(authSessionId, () => loadActor(deps, authSessionId))
      return actor !== undefined && (actor.userType === 'client' || actor.paid)
    }
    const watcher = { membershipId, socket }
    const watch = oneAtATime<RoomId[]>(deps, 1, async ([named = []]) => {
      const wanted = (await hasRooms()) ? named : []
      const people = await listRoomPeople(deps.db, wanted)
      // It may have been closed meanwhile, and nothing would forget it.
      if (socket.isOpen()) tell(watched.watch(watcher, wanted, people))
    })
    const typing = oneAtATime<RoomId>(deps, 1, async ([roomId]) => {
      if (!roomId || !(await hasRooms())) return
      const people = await listRoomPeople(deps.db, [roomId])
      if (!people.some((person) => person.membershipId === membershipId)) return
      const others = people.map((person) => person.membershipId).filter((id) => id !== membershipId)
      realtime.emitToMany(others, 'TYPING', { roomId, userId })
    })
    let typedAt = -Infinity
    socket.on('WATCH_ROOMS', (payload) => watch([roomsIn(payload)]))
    socket.on('TYPING', (payload) => {
      const roomId = RoomId.safeParse(fieldOf(payload, 'roomId')).data
      if (!roomId || performance.now() - typedAt < TYPING_EVERY_MS) return
      typedAt = performance.now()
      typing([roomId])
    })
    socket.onClose(() => watched.forget(watcher))
  }
}

/** Most rooms that are read again in one turn. */
const MOST_ROOMS = 5_000

/**
 * Does something for what is given, once at a time: of what comes meanwhile the last `most` are done together afterwards,
 * so that a browser that sends a lot makes no more work and takes no more memory. What fails while the database is away
 * is lost: browsers ask again once they are connected again.
 */
function oneAtATime<Given>({ log }: Deps, most: number, act: (given: Given[]) => Promise<void>) {
  let waiting: Given[] = []
  let running = false
  const run = async () => {
    running = true
    while (waiting.length > 0) {
      const taken = waiting
      waiting = []
      await act(taken).catch((error: unknown) => log.debug({ err: error }, 'a room was not told'))
    }
    running = false
  }
  return (given: readonly Given[]): void => {
    waiting = [...waiting, ...given].slice(-most)
    if (!running && waiting.length > 0) void run()
  }
}

const fieldOf = (payload: unknown, field: string): unknown =>
  typeof payload === 'object' && payload !== null ? Reflect.get(payload, field) : undefined

/** The rooms that a browser names; what cannot be read does not count. */
function roomsIn(payload: unknown): RoomId[] {
  const named = fieldOf(payload, 'roomIds')
  if (!Array.isArray(named)) return []
  const ids = named.slice(0, MOST_WATCHED_ROOMS).flatMap((id: unknown) => RoomId.safeParse(id).data ?? [])
  return [...new Set(ids)]
}
