import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { drafts } from '#web/api/secure-drafts.ts'
import { LogoutDialog } from './LogoutDialog.tsx'

beforeEach(signInCoach)
afterEach(() => vi.restoreAllMocks())

const accept = () => screen.getByRole('button', { name: 'Salir' })
const isRed = () => accept().style.getPropertyValue('--button-bg').includes('negative')

test('it warns in red of what signing out loses, not of what is sent first', async () => {
  const names = vi.spyOn(drafts, 'names').mockReturnValue(['note.1'])
  const { unmount } = show(<LogoutDialog opened onClose={() => undefined} />)
  await screen.findByText(/enviaremos tus notas/)
  expect(isRed()).toBe(false)
  unmount()
  names.mockReturnValue(['closing.1'])
  show(<LogoutDialog opened onClose={() => undefined} />)
  await waitFor(() => expect(isRed()).toBe(true))
})
