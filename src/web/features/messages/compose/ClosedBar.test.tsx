import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { ClosedBar } from './ClosedBar.tsx'

const bar = (text: string, discard = () => undefined) => (
  <ClosedBar barrier="ended" composer={{ text, discard }} />
)

// @spec P.210
test('a room that closes says why, and what somebody was writing can be read until they discard it', () => {
  signInClient()
  let discarded = 0
  show(bar('Hasta\nel lunes', () => void (discarded += 1)))
  expect(screen.getByRole('status').textContent).toContain('El proceso terminó')
  const draft = screen.getByRole('region', { name: 'Lo que escribías' })
  expect(draft.textContent).toContain('Hasta\nel lunes')
  expect(screen.getByRole('button', { name: 'Copiar' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }))
  expect(discarded).toBe(1)
})

test('where nothing was being written there is only the reason', () => {
  signInClient()
  show(bar(' '))
  expect(screen.queryByRole('region')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
