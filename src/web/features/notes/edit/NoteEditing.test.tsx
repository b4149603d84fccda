import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { NoteDto } from '#contract/notes/notes.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { ApiFailure } from '#web/api/failure.ts'
import { NoteConflictView } from './NoteConflictView.tsx'
import { NoteStatus } from './NoteStatus.tsx'

beforeEach(signInCoach)

const theirs = {
  title: 'La otra',
  body: textSaying('Lo que se guardó antes.'),
  writtenAt: '2027-02-02T15:00:00.000Z',
} as NoteDto

// @spec P.103
test.each([
  ['untouched', true, ''],
  ['saving', true, 'Guardando…'],
  ['saved', true, 'Guardado'],
  ['waiting', true, 'Sin conexión, guardado en este dispositivo'],
  ['waiting', false, 'Sin conexión. No cierres esta pestaña.'],
  [{ refused: 'Es larga.' }, true, 'No se guardó: Es larga. Lo que escribiste sigue aquí.'],
  [{ conflict: theirs }, true, 'Hay otra versión de esta nota'],
] as const)('whether it is saved is said: %j', (state, keeps, text) => {
  show(<NoteStatus state={state} keeps={keeps} />)
  expect(screen.getByRole('status').textContent).toBe(text)
})

// @spec P.104
test('of two texts both are shown, and each choice is one tap', async () => {
  const chosen = { onMine: vi.fn(), onTheirs: vi.fn(), onBoth: vi.fn(() => Promise.resolve()) }
  show(<NoteConflictView mine={{ title: '', body: textSaying('Lo mío.') }} theirs={theirs} {...chosen} />)
  expect(screen.getByRole('article', { name: 'Lo que escribiste aquí' }).textContent).toMatch(
    /Sin título.*Lo mío\./,
  )
  expect(screen.getByRole('article', { name: /^La guardada/ }).textContent).toMatch(
    /La otra.*Lo que se guardó antes\./,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Seguir con esta' }))
  fireEvent.click(screen.getByRole('button', { name: 'Seguir con la guardada' }))
  fireEvent.click(screen.getByRole('button', { name: 'Conservar las dos, en dos notas' }))
  await waitFor(() => expect(chosen.onBoth).toHaveBeenCalledOnce())
  expect([chosen.onMine.mock.calls.length, chosen.onTheirs.mock.calls.length]).toEqual([1, 1])
})

test('that both could not be kept is said, and can be tried again', async () => {
  const failure = new ApiFailure('server.error', 500, 'Algo falló de nuestro lado.')
  const onBoth = vi.fn(() => Promise.reject(failure))
  show(
    <NoteConflictView
      mine={{ title: 'Mía', body: textSaying('Lo mío.') }}
      theirs={theirs}
      onMine={vi.fn()}
      onTheirs={vi.fn()}
      onBoth={onBoth}
    />,
  )
  const both = screen.getByRole('button', { name: 'Conservar las dos, en dos notas' })
  fireEvent.click(both)
  expect(await screen.findByText('Algo falló de nuestro lado.')).toBeTruthy()
  fireEvent.click(both)
  await waitFor(() => expect(onBoth).toHaveBeenCalledTimes(2))
})
