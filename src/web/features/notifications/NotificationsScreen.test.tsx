import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
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

// @spec 4.21
test('opening a notification marks it as read (product §17); one that is read already is only opened', async () => {
  const at = '2027-02-02T15:00:00.000Z'
  const told = { type: 'DAY_MEMORANDUM', createdAt: at, body: { description: 'Llamar a Luz' } }
  const entry = (id: string, readAt: string | null) => ({ ...told, id, readAt })
  let readAt: string | null = null
  const page = (entries: object[]) => ({
    body: { notifications: entries, data: entries, page: 1, items: 20, total: entries.length },
  })
  const marked: string[] = []
  answerCalls({
    'GET /v1/notification/all/:userId': () => page([entry('new', readAt), entry('old', at)]),
    'GET /v1/notification/pending/:userId': () => page(readAt === null ? [entry('new', null)] : []),
    'PUT /v1/notification/read/:notificationId': (url) => {
      marked.push(url)
      readAt = at
      return { body: entry('new', readAt) }
    },
  })
  show(<Component />)
  const buttons = await screen.findAllByRole('button', { name: /^Ver más: / })
  expect(screen.getAllByRole('img', { name: 'Sin leer' })).toHaveLength(1)
  for (const button of buttons.toReversed()) fireEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Sin leer' })).toBeNull())
  expect(marked).toEqual(['/v1/notification/read/new'])
})
