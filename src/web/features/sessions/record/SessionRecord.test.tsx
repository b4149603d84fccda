import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { queryClient } from '#web/api/query-client.ts'
import { drafts } from '#web/api/secure-drafts.ts'
import { paths } from '#web/paths.ts'
import { SessionRecord } from './SessionRecord.tsx'

const session = confirmedSession({
  status: 'completed',
  allowedActions: ['correct'],
  cancellation: null,
  attendance: [],
  agenda: [],
  actions: [],
  goals: [],
  feedback: [],
  preparations: [],
  closing: {
    outcome: 'completed',
    realMinutes: 60,
    summary: 'Lo acordado',
    privateNotes: '',
    needsReason: false,
    closedAt: '2027-02-04T16:10:00.000Z',
    correctedAt: null,
  } as never,
})
const finished = paths.sessionFinished({ sessionId: session.id })

/** The secure store, without its encryption. */
const kept = new Map<string, unknown>()

function open() {
  const routes = [
    { path: finished, element: <SessionRecord session={session} /> },
    { path: '*', element: <p>Otra pantalla</p> },
  ]
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [finished] })} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}
const correct = async () => fireEvent.click(await screen.findByRole('button', { name: 'Corregir' }))
const summary = () => screen.getByLabelText<HTMLTextAreaElement>(/^Resumen/)
const write = (value: string) => fireEvent.change(summary(), { target: { value } })
const goBack = () => fireEvent.click(screen.getByRole('link', { name: session.title }))

beforeEach(() => {
  kept.clear()
  signInCoach()
  vi.spyOn(drafts, 'read').mockImplementation((name) => Promise.resolve(kept.get(name) ?? null))
  vi.spyOn(drafts, 'save').mockImplementation(async (name, value) => {
    kept.set(name, value)
    return true
  })
  vi.spyOn(drafts, 'remove').mockImplementation((name) => void kept.delete(name))
})
afterEach(() => vi.restoreAllMocks())

test('the link back of a correction leads to the record, wherever that is shown, and keeps what was written', async () => {
  open()
  await correct()
  write('Lo acordado, y más')
  goBack()
  await correct()
  expect(summary().value).toBe('Lo acordado, y más')
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  await correct()
  expect(summary().value).toBe('Lo acordado')
  expect(kept.size).toBe(0)
})

test('without a draft the link back, which asks nothing, is not there', async () => {
  vi.spyOn(drafts, 'save').mockResolvedValue(false)
  open()
  await correct()
  expect(screen.getByRole('link', { name: session.title })).toBeTruthy()
  write('Otra')
  await waitFor(() => expect(screen.queryByRole('link', { name: session.title })).toBeNull())
})
