import type { MembershipId, RoomId, UserId } from '#contract/values.ts'

type Person = { roomId: RoomId; membershipId: MembershipId; userId: UserId }
type Watched<Watcher> = { people: readonly Person[]; watchers: Set<Watcher> }

/** Who is online in a room, as its watchers are told. */
export type RoomPresence<Watcher> = { roomId: RoomId; online: UserId[]; watchers: Watcher[] }

/**
 * Which rooms are shown in open browsers, and whom each is told about. Only these rooms make work when somebody comes or
 * leaves.
 */
export function createWatchedRooms<Watcher extends { membershipId: MembershipId }>(
  isOnline: (id: MembershipId) => boolean,
) {
  const rooms = new Map<RoomId, Watched<Watcher>>()
  const roomsOf = new Map<Watcher, RoomId[]>()
  const roomsWith = new Map<MembershipId, Set<RoomId>>()

  const setPeople = (roomId: RoomId, people: readonly Person[]) => {
    const room = rooms.get(roomId)
    if (!room) return
    for (const { membershipId } of room.people) {
      const known = roomsWith.get(membershipId)
      known?.delete(roomId)
      if (known?.size === 0) roomsWith.delete(membershipId)
    }
    room.people = people
    for (const { membershipId } of people) {
      const known = roomsWith.get(membershipId) ?? new Set()
      roomsWith.set(membershipId, known.add(roomId))
    }
  }
  const leave = (watcher: Watcher, roomId: RoomId) => {
    const room = rooms.get(roomId)
    room?.watchers.delete(watcher)
    if (room?.watchers.size !== 0) return
    setPeople(roomId, [])
    rooms.delete(roomId)
  }
  const onlineIn = (people: readonly Person[]) =>
    [
      ...new Set(people.filter(({ membershipId }) => isOnline(membershipId)).map(({ userId }) => userId)),
    ].sort()
  const of = (people: readonly Person[], roomId: RoomId) =>
    people.filter((person) => person.roomId === roomId)
  const isIn = (people: readonly Person[], { membershipId }: Watcher) =>
    people.some((person) => person.membershipId === membershipId)

  return {
    /** From now on a browser shows these rooms; `people` are those of all of them. Answers what it is told at once. */
    watch(watcher: Watcher, roomIds: readonly RoomId[], people: readonly Person[]): RoomPresence<Watcher>[] {
      for (const roomId of roomsOf.get(watcher) ?? []) leave(watcher, roomId)
      const allowed = roomIds.filter((roomId) => isIn(of(people, roomId), watcher))
      if (allowed.length === 0) roomsOf.delete(watcher)
      else roomsOf.set(watcher, allowed)
      return allowed.map((roomId) => {
        const room = rooms.get(roomId) ?? { people: [], watchers: new Set<Watcher>() }
        rooms.set(roomId, room)
        room.watchers.add(watcher)
        setPeople(roomId, of(people, roomId))
        return { roomId, online: onlineIn(room.people), watchers: [watcher] }
      })
    },
    /** A browser shows nothing any more. */
    forget(watcher: Watcher): void {
      for (const roomId of roomsOf.get(watcher) ?? []) leave(watcher, roomId)
      roomsOf.delete(watcher)
    },
    /** The shown rooms that any of these people are in. */
    roomsWith(ids: readonly MembershipId[]): RoomId[] {
      return [...new Set(ids.flatMap((id) => [...(roomsWith.get(id) ?? [])]))]
    },
    /**
     * The people of rooms were read again: who left is told nothing more. Answers what the others are told.
     */
    refresh(roomIds: readonly RoomId[], people: readonly Person[]): RoomPresence<Watcher>[] {
      return roomIds.flatMap((roomId) => {
        const room = rooms.get(roomId)
        if (!room) return []
        const present = of(people, roomId)
        setPeople(roomId, present)
        for (const watcher of room.watchers) {
          if (isIn(present, watcher)) continue
          const others = (roomsOf.get(watcher) ?? []).filter((each) => each !== roomId)
          roomsOf.set(watcher, others)
          leave(watcher, roomId)
        }
        return [{ roomId, online: onlineIn(present), watchers: [...room.watchers] }]
      })
    },
  }
}
