import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RoomId } from '#contract/values.ts'
import { outbox } from '#web/widgets/messages/outbox.ts'
import { signInClient, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { Gone } from './Gone.tsx'

const ROOM = 'room' as RoomId

test.each([
  { side: 'coach', signIn: () => signInCoach(), hint: 'Puede que el cliente o el grupo ya no exista.' },
  { side: 'client', signIn: () => signInClient(), hint: 'Puede que ya no formes parte del grupo.' },
])('a room that is gone says why to a $side, and leads back to the list', ({ signIn, hint }) => {
  signIn()
  show(<Gone roomId={ROOM} />)
  expect(screen.getByText(hint)).toBeTruthy()
  const back = screen.getByRole('link', { name: 'Todas las conversaciones' })
  expect(back.getAttribute('href')).toBe('/messages')
})

// @spec P.161
test('what somebody wrote in a room that was gone before it was sent is theirs to copy or to discard', async () => {
  signInClient()
  await outbox.add(ROOM, 'Gracias por todo', null)
  await outbox.add('another' as RoomId, 'Otra cosa', null)
  show(<Gone roomId={ROOM} />)
  const left = screen.getByRole('region', { name: 'Lo que escribiste aquí y no se envió' })
  expect(left.textContent).toContain('Gracias por todo')
  expect(left.textContent).not.toContain('Otra cosa')
  expect(screen.getByRole('button', { name: 'Copiar' })).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Descartar' })))
  expect(outbox.of(ROOM)).toEqual([])
  expect(screen.queryByText('Gracias por todo')).toBeNull()
})
