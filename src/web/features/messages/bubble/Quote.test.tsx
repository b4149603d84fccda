import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { type Room, RoomProvider } from '../thread/room.ts'
import { Quote } from './Quote.tsx'

const person = (userId: string, name: string, lastName = '') => ({ userId, name, lastName, photo: null })
const people = [person('laura', 'Laura', 'Méndez'), person('ana', 'Ana'), person('eva', 'Eva')]
const quoted = (name: string, lastName = '') => ({
  id: 'm1' as never,
  seq: 1,
  name,
  lastName,
  text: 'Hola',
  attachment: null,
})
const showIn = (room: object, who: ReturnType<typeof quoted>) => {
  signInClient()
  const around = { viewerId: 'ana', people, jump: () => undefined, ...room } as unknown as Room
  show(
    <RoomProvider value={around}>
      <Quote quoted={who} />
    </RoomProvider>,
  )
}

test('somebody who is answered reads "Tú", not their own name', () => {
  showIn({}, quoted('Ana'))
  expect(screen.getByRole('button', { name: 'Ir a tu mensaje: Hola' }).textContent).toBe('TúHola')
})

test('the others are named, also a person who has the same name as the viewer', () => {
  showIn({}, quoted('Laura', 'Méndez'))
  expect(screen.getByRole('button', { name: 'Ir al mensaje de Laura Méndez: Hola' })).toBeTruthy()
  showIn({ people: [...people, person('ana2', 'Ana')] }, quoted('Ana'))
  expect(screen.getByRole('button', { name: 'Ir al mensaje de Ana: Hola' })).toBeTruthy()
})
