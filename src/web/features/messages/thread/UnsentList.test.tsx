import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RoomId } from '#contract/values.ts'
import { signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { outbox } from '#web/widgets/messages/outbox.ts'
import { type Room, RoomProvider } from './room.ts'
import { UnsentList } from './UnsentList.tsx'

const roomId = 'unread-room' as RoomId

test('what is written where the messages could not be read is shown, and not swallowed', async () => {
  signInClient()
  const room = { roomId, timezone: 'America/Mexico_City', people: [] } as unknown as Room
  show(
    <RoomProvider value={room}>
      <UnsentList />
    </RoomProvider>,
  )
  expect(screen.queryByRole('list')).toBeNull()
  await act(() => outbox.add(roomId, 'Llego diez minutos tarde', null))
  expect(screen.getByRole('article').textContent).toContain('Llego diez minutos tarde')
  act(() => outbox.of(roomId).forEach((message) => outbox.discard(message)))
  expect(screen.queryByRole('list')).toBeNull()
})
