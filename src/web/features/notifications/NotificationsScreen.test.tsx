import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { Component } from './NotificationsScreen.tsx'

beforeEach(signInCoach)

test('all can be marked as read as soon as the answer is there, not only once the page is quiet', async () => {
  // The page never comes to rest.
  vi.stubGlobal('requestIdleCallback', () => 0)
  const page = { notifications: [], data: [], page: 1, items: 20, total: 3 }
  vi.stubGlobal('fetch', async () => Response.json(page))
  show(<Component />)
  const button = screen.getByRole('button', { name: 'Marcar todas como leídas' })
  await expect.poll(() => button.matches(':disabled')).toBe(false)
})
