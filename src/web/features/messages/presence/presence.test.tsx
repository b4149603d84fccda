import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MessageNews } from '#contract/thread.ts'
import type { RoomId, UserId } from '#contract/values.ts'
import { signInClient } from '#test/support/web/people.ts'
import { speakThrough, tellRoomNews } from '#web/api/realtime/room-news.ts'
import { setSocketConnected, useStore } from '#web/store/store.ts'
import { shownRooms } from './shown-rooms.ts'
import { useOnline } from './use-online.ts'
import { sayTyping, typingEnded, useTyping } from './use-typing.ts'

const room = 'r1' as RoomId
const other = 'r2' as RoomId
const luz = 'luz' as UserId
let said: unknown[] = []

beforeEach(() => {
  signInClient()
  said = []
  speakThrough((name, ...payload) => void said.push([name, ...payload]))
})
afterEach(() => vi.useRealTimers())

const typing = (userId: UserId, roomId = room) =>
  act(() => tellRoomNews((listener) => listener.typing?.({ roomId, userId })))
const online = (ids: UserId[], roomId = room) =>
  act(() => tellRoomNews((listener) => listener.presence?.({ roomId, online: ids })))

test('typing ends by itself, with the message, and is of its room', () => {
  vi.useFakeTimers()
  const { result } = renderHook(() => useTyping(room))
  typing(luz, other)
  expect(result.current).toEqual([])
  typing(luz)
  act(() => void vi.advanceTimersByTime(5_000))
  typing(luz)
  act(() => void vi.advanceTimersByTime(5_000))
  expect(result.current).toEqual([luz])
  act(() => void vi.advanceTimersByTime(1_000))
  expect(result.current).toEqual([])
  typing(luz)
  const news = { message: { roomId: room, sender: { userId: luz } } } as unknown as MessageNews
  act(() => tellRoomNews(({ message }) => message?.(news)))
  expect(result.current).toEqual([])
})

test('that one types is said every few seconds, and at once in another room or after a message', () => {
  typingEnded()
  for (const at of [0, 1_000, 2_999, 3_000]) sayTyping(room, at)
  sayTyping(other, 3_100)
  typingEnded()
  sayTyping(other, 3_200)
  expect(said).toEqual([
    ['TYPING', { roomId: room }],
    ['TYPING', { roomId: room }],
    ['TYPING', { roomId: other }],
    ['TYPING', { roomId: other }],
  ])
})

test('who is online counts the others, is asked for all shown rooms, and is not known without a connection', async () => {
  act(() => void setSocketConnected('s1'))
  const own = useStore.getState().session.user!.id
  const first = renderHook(() => useOnline(room))
  const second = renderHook(() => useOnline(other))
  await act(async () => undefined)
  expect(said).toEqual([['WATCH_ROOMS', { roomIds: [room, other] }]])
  online([own, luz])
  online([own], other)
  expect([first.result.current, second.result.current]).toEqual([1, 0])
  // The server does not know of a new connection what the last one showed.
  await act(async () => tellRoomNews(({ connected }) => connected?.()))
  expect(first.result.current).toBe(0)
  expect(said).toHaveLength(2)
  online([luz])
  act(() => void useStore.setState({ socket: { ...useStore.getState().socket, isConnected: false } }))
  expect(first.result.current).toBe(0)
  first.unmount()
  second.unmount()
  await act(async () => undefined)
  expect(said.at(-1)).toEqual(['WATCH_ROOMS', { roomIds: [] }])
})

test('of a room that is not shown any more nothing is remembered', () => {
  const { unmount } = renderHook(() => [useOnline(room), useOnline(other)])
  online([luz], other)
  expect(shownRooms.onlineIn(other).size).toBe(1)
  unmount()
  const again = renderHook(() => useOnline(room))
  // Said before the server heard of it.
  online([luz], other)
  expect(shownRooms.onlineIn(other).size).toBe(0)
  again.unmount()
})
