import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MembershipId, RoomId, UserId } from '#contract/values.ts'
import { createWatchedRooms } from './watched-rooms.domain.ts'

const ids = ['a', 'b', 'c', 'd'] as MembershipId[]
const rooms = ['1', '2', '3'] as RoomId[]
const person = (roomId: RoomId, membershipId: MembershipId) => ({
  roomId,
  membershipId,
  userId: `user of ${membershipId}` as UserId,
})

const membership = fc.record({ room: fc.constantFrom(...rooms), id: fc.constantFrom(...ids) })
const step = fc.oneof(
  fc.record({ what: fc.constant('watch'), who: fc.nat(5), rooms: fc.subarray(rooms) }),
  fc.record({ what: fc.constant('close'), who: fc.nat(5), rooms: fc.constant([]) }),
  fc.record({ what: fc.constant('refresh'), who: fc.constant(0), rooms: fc.subarray(rooms) }),
)

test('only people of a room are told of it, who is online there, and nothing is kept for browsers that closed', () => {
  const plan = fc.array(fc.record({ step, inside: fc.array(membership, { maxLength: 8 }) }), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(plan, fc.subarray(ids), (steps, online) => {
      const watched = createWatchedRooms<{ membershipId: MembershipId }>((id) => online.includes(id))
      const watchers = Array.from({ length: 6 }, (_, n) => ({ membershipId: ids[n % ids.length]! }))
      for (const { step: now, inside } of steps) {
        const people = inside.map(({ room, id }) => person(room, id))
        const watcher = watchers[now.who]!
        if (now.what === 'close') watched.forget(watcher)
        const told =
          now.what === 'watch'
            ? watched.watch(watcher, now.rooms, people)
            : watched.refresh(now.what === 'refresh' ? now.rooms : [], people)
        for (const { roomId, online: shown, watchers: hearing } of told) {
          const there = people.filter((each) => each.roomId === roomId)
          for (const { membershipId } of hearing)
            expect(there.map((each) => each.membershipId)).toContain(membershipId)
          const expected = there
            .filter((each) => online.includes(each.membershipId))
            .map(({ userId }) => userId)
          expect(new Set(shown)).toEqual(new Set(expected))
        }
      }
      for (const watcher of watchers) watched.forget(watcher)
      expect(watched.roomsWith(ids)).toEqual([])
      expect(watched.refresh(rooms, [])).toEqual([])
    }),
  )
})
