import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { Component } from './NotificationsScreen.tsx'

// The page never comes to rest.
vi.mock('#web/api/quiet.ts', async (original) => ({
  ...(await original()),
  whenQuiet: () => () => undefined,
}))
vi.mock('#web/store/viewer.ts', () => ({ useViewer: () => ({ userId: 'u1', side: 'coach' }) }))

test('all can be marked as read as soon as the answer is there, not only once the page is quiet', async () => {
  const page = { notifications: [], data: [], page: 1, items: 20, total: 3 }
  vi.stubGlobal('fetch', async () => Response.json(page))
  show(<Component />)
  const button = screen.getByRole('button', { name: 'Marcar todas como leídas' })
  await expect.poll(() => button.matches(':disabled')).toBe(false)
})
