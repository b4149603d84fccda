import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { RoomList } from './RoomList.tsx'

const LIST = 'GET /v1/message/rooms'
const room = (roomId: string, name: string, unread: number, last: object | null) => ({
  roomId,
  type: 'Client',
  name,
  lastName: 'Torres',
  photo: null,
  unread,
  last,
})
const last = (own: boolean, text: string, attachment: string | null = null) => ({
  seq: 1,
  text,
  attachment,
  own,
  createdAt: '2027-02-02T15:00:00.000Z',
  sender: { name: 'Mariana', lastName: 'Torres', photo: null },
})
const pageOf = (rooms: readonly object[], total = rooms.length) => ({
  body: { data: rooms, rooms, total, page: 1, items: 25 },
})
const list = () => <RoomList openId="r1" addressOf={({ roomId }) => `/messages/Client/${roomId}`} />

beforeEach(() => {
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  signInCoach()
})

// @spec P.168
test('each room has its last words, who wrote them, and how much is not read', async () => {
  const rooms = [
    room('r1', 'Mariana', 2, last(false, 'Nos\nvemos')),
    room('r2', 'Diego', 0, last(true, 'Listo')),
    room('r3', 'Sol', 0, last(true, '', 'image')),
  ]
  answerCalls({ [LIST]: pageOf(rooms) })
  show(list())
  const first = await screen.findByRole('link', { name: /Mariana Torres/ })
  expect(first.getAttribute('href')).toBe('/messages/Client/r1')
  expect(first.getAttribute('aria-current')).toBe('page')
  expect(first.textContent).toContain('Nos vemos')
  expect(first.textContent).toContain('2 sin leer')
  expect(screen.getByRole('link', { name: /Diego/ }).textContent).toContain('Tú: Listo')
  expect(screen.getByRole('link', { name: /Sol/ }).textContent).toContain('Tú: Foto')
})

test('without rooms it leads to the first; a list that failed is asked for again', async () => {
  answerCalls({ [LIST]: refusal('server.error', 500) })
  show(list())
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  answerCalls({ [LIST]: pageOf([]) })
  fireEvent.click(retry)
  expect(await screen.findByText('Aún no tienes conversaciones.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Nueva conversación' })).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a search that finds nobody says so', async () => {
  answerCalls({ [LIST]: pageOf([room('r1', 'Mariana', 0, null)]) })
  show(list())
  answerCalls({ [LIST]: pageOf([]) })
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'zzz' } })
  await waitFor(() => expect(screen.getByText('Ninguna conversación se llama así.')).toBeTruthy())
})
