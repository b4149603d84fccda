import { describe, expect, test } from 'vitest'
import type { RoomDto } from '#contract/messages.ts'
import { fromIso } from '#time/clock.ts'
import { listedRooms } from './listed-rooms.ts'
import { roomTime, threadDay } from './room-time.ts'

const zone = { timezone: 'America/Mexico_City', language: 'es-MX' }
// Tuesday 10:08 in Mexico City.
const now = fromIso('2027-02-23T16:08:00.000Z')

test.each([
  ['2027-02-23T15:05:00.000Z', '9:05\u00a0h'],
  // A clock that is a little ahead.
  ['2027-02-23T16:09:00.000Z', '10:09\u00a0h'],
  ['2027-02-23T05:59:00.000Z', 'Ayer'],
  ['2027-02-21T18:00:00.000Z', 'domingo'],
  ['2027-02-17T18:00:00.000Z', 'miércoles'],
  ['2027-02-16T18:00:00.000Z', '16 feb'],
  ['2026-12-31T18:00:00.000Z', '31 dic 2026'],
])('a room that was written in at %s says %s', (at, expected) => {
  expect(roomTime(fromIso(at), { now, ...zone }, 'Ayer')).toBe(expected)
})

test.each([
  ['2027-02-23', 'Hoy'],
  ['2027-02-22', 'Ayer'],
  ['2027-02-15', 'lunes 15 de febrero'],
  ['2026-11-24', '24 de noviembre de 2026'],
])('the day %s of a thread is %s', (date, expected) => {
  const near = { today: 'Hoy', yesterday: 'Ayer' }
  expect(threadDay(date as never, { now, ...zone }, near)).toBe(expected)
})

// @spec P.168
describe('the list of rooms', () => {
  const room = (roomId: string, unread = 0) => ({ roomId, unread, name: roomId }) as RoomDto
  const owner = { type: 'Client', name: 'Ana', lastName: 'López', photo: null } as const

  test('has a room once that went up while its pages were read', () => {
    const pages = [{ rooms: [room('c'), room('a')] }, { rooms: [room('a', 3), room('b')] }]
    expect(listedRooms(pages, []).map(({ roomId }) => roomId)).toEqual(['c', 'a', 'b'])
  })

  test('ends with the rooms in which nobody wrote yet', () => {
    const listed = listedRooms(
      [{ rooms: [room('a')] }],
      [
        { ...owner, id: 'a' },
        { ...owner, id: 'z' },
      ],
    )
    expect(listed).toMatchObject([
      { roomId: 'a', name: 'a' },
      { roomId: 'z', name: 'Ana', last: null, unread: 0 },
    ])
  })
})
