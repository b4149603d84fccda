import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { Component } from './MemorandumEditScreen.tsx'

const id = '01890000-0000-7000-8000-00000000000a'
const memorandum = {
  id,
  description: 'Enviarle el artículo',
  date: '2027-02-02',
  time: '08:00',
  priority: 'normal',
  recurrence: 'none',
  status: 'pending',
  clientId: null,
  groupId: null,
  sessionId: null,
  aboutGroup: null,
  allowedActions: ['edit', 'delete'],
}

/** Whether the tab can be closed without a question. */
const mayLeave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }))

beforeEach(() => {
  queryClient.clear()
  signInCoach()
})

test('a memorandum is deleted without a question about what was changed of it', async () => {
  const answer = Promise.withResolvers<{ body: object }>()
  answerCalls({
    'GET /v1/memorandum/:memorandumId': { body: memorandum },
    'DELETE /v1/memorandum/:memorandumId': answer.promise,
  })
  const routes = [
    { path: '/edit/:memoramdumId', element: <Component /> },
    { path: paths.memorandums(), element: <p>La lista</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [`/edit/${id}`] })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const words = await screen.findByDisplayValue(memorandum.description)
  fireEvent.change(words, { target: { value: 'Otra cosa' } })
  await waitFor(() => expect(mayLeave()).toBe(false))
  fireEvent.click(screen.getByRole('button', { name: 'Eliminar' }))
  await waitFor(() => expect(mayLeave()).toBe(true))
  answer.resolve({ body: {} })
  await waitFor(() => expect(screen.getByText('La lista')).toBeTruthy())
})
