import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signInClient, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { Gone } from './Gone.tsx'

test.each([
  { side: 'coach', signIn: () => signInCoach(), hint: 'Puede que el cliente o el grupo ya no exista.' },
  { side: 'client', signIn: () => signInClient(), hint: 'Puede que ya no formes parte del grupo.' },
])('a room that is gone says why to a $side, and leads back to the list', ({ signIn, hint }) => {
  signIn()
  show(<Gone />)
  expect(screen.getByText(hint)).toBeTruthy()
  const back = screen.getByRole('link', { name: 'Todas las conversaciones' })
  expect(back.getAttribute('href')).toBe('/messages')
})
