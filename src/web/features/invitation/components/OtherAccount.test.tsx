import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { paths } from '#web/paths.ts'
import { OtherAccount } from './OtherAccount.tsx'

test('somebody else’s invitation leads on to one’s own space, too', () => {
  show(<OtherAccount name="Ana" email="luis@example.org" />)
  expect(screen.getByRole('button', { name: 'Cerrar sesión' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ir a mi espacio' }).getAttribute('href')).toBe(paths.dashboard())
})
