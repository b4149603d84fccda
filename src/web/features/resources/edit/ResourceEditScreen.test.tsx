import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { Upload } from 'tus-js-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { queryClient } from '#web/api/query-client.ts'
import { drafts } from '#web/api/secure-drafts.ts'
import { paths } from '#web/paths.ts'
import { Component } from './ResourceEditScreen.tsx'

const id = '01890000-0000-7000-8000-00000000000a'
const READ = 'GET /v1/resource/:resourceId'
const SAVE = 'PUT /v1/resource/:resourceId'
const LIBRARY = 'GET /v1/resource/coach/:coachId'
const LABELS = 'GET /v1/resource/coach/:coachId/labels'
const stored = {
  id,
  type: 'link',
  title: 'Guía',
  description: null,
  category: null,
  tags: [],
  source: 'Un libro',
  file: null,
  url: 'https://example.org',
  body: null,
}
const labels = { categories: [], tags: [] }
const library = { data: [], total: 0, space: { usedBytes: 0, quotaBytes: 1, maxFileBytes: 1 } }

/** The secure store, without its encryption. */
const kept = new Map<string, unknown>()

function open(answers: Parameters<typeof answerCalls>[0] = {}) {
  const sent = answerCalls({
    [READ]: { body: stored },
    [LIBRARY]: { body: library },
    [LABELS]: { body: labels },
    ...answers,
  })
  const routes = [
    { path: '/edit/:resourceId', element: <Component /> },
    { path: paths.resourceView({ resourceId: id }), element: <p>El recurso</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [`/edit/${id}`] })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return sent
}
const title = () => screen.findByLabelText<HTMLInputElement>(/^Título/)
async function type(value: string) {
  fireEvent.change(await title(), { target: { value } })
  await waitFor(() => expect(kept.size).toBe(1))
}
const notice = () => screen.queryByText('Recuperamos lo que habías escrito y no guardaste.')

beforeEach(() => {
  kept.clear()
  queryClient.clear()
  signInCoach()
  vi.spyOn(drafts, 'read').mockImplementation((name) => Promise.resolve(kept.get(name) ?? null))
  vi.spyOn(drafts, 'save').mockImplementation((name, value) => {
    kept.set(name, value)
    return Promise.resolve(true)
  })
  vi.spyOn(drafts, 'remove').mockImplementation((name) => void kept.delete(name))
})
afterEach(() => vi.restoreAllMocks())

// @spec 9.2
test('what was written is there again after the tab was closed, over what is stored by then', async () => {
  open()
  await type('Guía para empezar')
  cleanup()
  queryClient.clear()
  open({ [READ]: { body: { ...stored, source: 'Otro libro' } } })
  expect((await title()).value).toBe('Guía para empezar')
  expect(screen.getByDisplayValue('Otro libro')).toBeTruthy()
  expect(notice()).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Empezar de nuevo' }))
  expect((await title()).value).toBe('Guía')
  expect([notice(), kept.size]).toEqual([null, 0])
})

test('what was written on a version that was overtaken meanwhile is not saved over it unasked', async () => {
  open({ [READ]: { body: { ...stored, updatedAt: '2027-02-02T15:00:00.000Z' } } })
  await type('Guía para empezar')
  cleanup()
  queryClient.clear()
  const newer = { ...stored, title: 'Guía breve', updatedAt: '2027-02-02T16:00:00.000Z' }
  const sent = open({ [READ]: { body: newer }, [SAVE]: refusal('resource.conflict', 409) })
  expect((await title()).value).toBe('Guía para empezar')
  expect(await screen.findByText('Este recurso tiene dos versiones')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }))
  await waitFor(() => expect(sent.map(({ route }) => route)).toContain(SAVE))
  expect(sent.find(({ route }) => route === SAVE)!.body).toMatchObject({
    basedOn: '2027-02-02T15:00:00.000Z',
  })
})

test('what equals the stored resource again is no draft', async () => {
  open()
  await type('Otra')
  fireEvent.change(await title(), { target: { value: 'Guía' } })
  expect(kept.size).toBe(0)
})

test('a file that was chosen is not kept, which is said', async () => {
  kept.set(`resource.${id}`, { changes: {}, choseFile: true })
  open()
  expect(await screen.findByText('El archivo que elegiste no se conserva: elígelo otra vez.')).toBeTruthy()
  expect(notice()).toBeNull()
  fireEvent.change(await title(), { target: { value: 'Otra' } })
  fireEvent.click(screen.getByRole('button', { name: 'Entendido' }))
  expect((await title()).value).toBe('Otra')
})

// @spec 9.2
test('once saved nothing is kept; a refusal keeps it', async () => {
  open({ [SAVE]: refusal('server.error', 500) })
  await type('  Otra  ')
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }))
  expect(await screen.findByText('Refused: server.error')).toBeTruthy()
  expect(kept.size).toBe(1)
  const answer = Promise.withResolvers<{ body: object }>()
  answerCalls({ [SAVE]: answer.promise, [READ]: { body: stored } })
  fireEvent.click(screen.getByRole('button', { name: 'Guardar cambios' }))
  await screen.findByRole('button', { name: 'Cargando...' })
  answer.resolve({ body: { ...stored, title: 'Otra' } })
  expect(await screen.findByText('El recurso')).toBeTruthy()
  expect(kept.size).toBe(0)
})

// @spec 9.2
test('a browser that refuses to keep a draft says so', async () => {
  vi.spyOn(drafts, 'save').mockResolvedValue(false)
  open()
  fireEvent.change(await title(), { target: { value: 'Otra' } })
  expect(await screen.findByText(/^Este navegador no pudo guardar un borrador/)).toBeTruthy()
})

test('left on purpose, nothing is kept', async () => {
  open()
  await type('Otra')
  const closing = () => new Event('beforeunload', { cancelable: true })
  await waitFor(() => expect(fireEvent(globalThis.window, closing())).toBe(false))
  fireEvent.click(screen.getByRole('link', { name: 'Cancelar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Salir sin guardar' }))
  expect(await screen.findByText('El recurso')).toBeTruthy()
  expect(kept.size).toBe(0)
})

test('of a file whose upload was cancelled nothing is kept', async () => {
  vi.spyOn(Upload.prototype, 'start').mockImplementation(() => undefined)
  vi.spyOn(Upload.prototype, 'abort').mockResolvedValue(undefined)
  open({
    [READ]: { body: { ...stored, type: 'video' } },
    'POST /v1/resource/upload': { status: 201, body: { id } },
    'DELETE /v1/resource/upload/:fileId': { body: null },
  })
  await title()
  fireEvent.change(screen.getByLabelText('Elegir archivo', { selector: 'input' }), {
    target: { files: [new File(['x'], 'Charla.mp4')] },
  })
  await waitFor(() => expect([...kept.values()]).toEqual([{ changes: {}, choseFile: true }]))
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(kept.size).toBe(0))
})
