import { expect, test } from 'vitest'
import type { RoomDto } from '#contract/messages.ts'
import { roomRole, roomsWithNews } from './messages.queries.ts'

// spec §6
test('the room query asks as "coach" for coaches, otherwise as the own role', () => {
  expect(roomRole('coach', { role: null })).toBe('coach')
  for (const role of ['client', 'member', 'collaborator'] as const)
    expect(roomRole('client', { role })).toBe(role)
})

// spec §2: an entry is a new message
test('the menu lists rooms with something unread, as they came', () => {
  const room = (roomId: string, unread: number, last: object | null) => ({ roomId, unread, last }) as RoomDto
  const rooms = [room('a', 1, {}), room('b', 0, {}), room('c', 3, {}), room('d', 0, null)]
  expect(roomsWithNews(rooms).map(({ roomId }) => roomId)).toEqual(['a', 'c'])
})
