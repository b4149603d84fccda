import { afterAll, expect, test, vi } from 'vitest'
import type { RoomDto } from '#contract/messages.ts'
import { queryClient } from '#web/api/query-client.ts'
import { roomRole, roomsQuery, roomsWithNews } from './messages.queries.ts'

// Other files of this process ask real servers.
afterAll(() => {
  vi.unstubAllGlobals()
})

// spec §6
// @spec 6.5
test('the room query asks as "coach" for coaches, otherwise as the own role', () => {
  expect(roomRole('coach', { role: null })).toBe('coach')
  for (const role of ['client', 'member', 'collaborator'] as const)
    expect(roomRole('client', { role })).toBe(role)
})

// spec §7
// @spec 7.18
test('the menu requests rooms with direction asc and the role', async () => {
  const fetched = vi.fn<(url: string) => Promise<Response>>(() =>
    Promise.resolve(Response.json({ rooms: [] })),
  )
  vi.stubGlobal('fetch', fetched)
  await queryClient.fetchQuery(roomsQuery('u1', 'member'))
  const url = new URL(fetched.mock.lastCall![0], 'http://norte.example')
  expect(url.pathname).toBe('/v1/message/rooms')
  // Those without anything new would fill the page before an older one that has.
  const asked = { direction: 'asc', role: 'member', unread: 'true' }
  expect(Object.fromEntries(url.searchParams)).toMatchObject(asked)
})

// spec §2: an entry is a new message
test('the menu lists rooms with something unread, as they came', () => {
  const room = (roomId: string, unread: number, last: object | null) => ({ roomId, unread, last }) as RoomDto
  const rooms = [room('a', 1, {}), room('b', 0, {}), room('c', 3, {}), room('d', 0, null)]
  expect(roomsWithNews(rooms).map(({ roomId }) => roomId)).toEqual(['a', 'c'])
})
