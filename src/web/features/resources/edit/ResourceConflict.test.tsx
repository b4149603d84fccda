import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import type { ResourceDetail } from '#contract/resources/resources.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { resourceQuery } from '../resources.queries.ts'
import { Component as ResourceEditScreen } from './ResourceEditScreen.tsx'

const GET = 'GET /v1/resource/:resourceId'
const PUT = 'PUT /v1/resource/:resourceId'
const FIRST = '2027-02-02T15:00:00.000Z'
const SECOND = '2027-02-02T15:01:00.000Z'

const resource = {
  id: 'r1',
  type: 'link',
  title: 'Guía',
  description: null,
  category: null,
  tags: [],
  source: null,
  status: 'published',
  url: 'https://norte.example/guia',
  file: null,
  body: null,
  updatedAt: FIRST,
} as unknown as ResourceDetail

/** What another tab has stored meanwhile. */
const edited = {
  ...resource,
  title: 'Guía breve',
  description: 'Del teléfono',
  updatedAt: SECOND,
} as ResourceDetail

function open() {
  const routes = [
    { path: '/resource/edit/:resourceId', element: <ResourceEditScreen /> },
    { path: '*', element: <p>Guardado</p> },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [paths.resourceEdit({ resourceId: 'r1' })] })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

beforeEach(() => {
  signInCoach()
  queryClient.clear()
})

const description = () => screen.findByLabelText<HTMLTextAreaElement>('Descripción')
const typed = async (text: string) => fireEvent.change(await description(), { target: { value: text } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

// @spec P.150
test('an edit that was overtaken is kept, shown beside the new version, and saved over it once that is chosen', async () => {
  const answers = { [GET]: { body: resource as unknown }, [PUT]: refusal('resource.conflict') }
  const sent = answerCalls(answers)
  open()
  await typed('De la pestaña')
  Object.assign(answers[GET], { body: edited })
  press('Guardar cambios')
  expect(await screen.findByText('Este recurso tiene dos versiones')).toBeTruthy()
  expect(sent.findLast(({ route }) => route === PUT)?.body).toMatchObject({
    basedOn: FIRST,
    description: 'De la pestaña',
  })
  expect((await description()).value).toBe('De la pestaña')
  press('Ver la versión nueva')
  const stored = screen.getByRole('region', { name: 'La versión nueva' })
  expect(stored.textContent).toContain('Del teléfono')
  const held = Promise.withResolvers<{ body: object }>()
  const chosen = answerCalls({ [GET]: { body: edited }, [PUT]: held.promise })
  press('Guardar la mía en su lugar')
  await waitFor(() => expect(screen.getAllByText('Cargando...')).toHaveLength(2))
  // What was not touched here is that of the new version.
  expect(chosen.find(({ route }) => route === PUT)?.body).toMatchObject({
    basedOn: SECOND,
    title: 'Guía breve',
    description: 'De la pestaña',
  })
  held.resolve({ body: { ...edited, description: 'De la pestaña' } })
  expect(await screen.findByText('Guardado')).toBeTruthy()
})

test('news of an edit elsewhere never makes what was typed before it one of the new version', async () => {
  const sent = answerCalls({ [GET]: { body: resource }, [PUT]: refusal('resource.conflict') })
  open()
  await typed('De la pestaña')
  queryClient.setQueryData(resourceQuery('r1').queryKey, edited)
  expect(await screen.findByText('Este recurso tiene dos versiones')).toBeTruthy()
  press('Guardar cambios')
  await waitFor(() => expect(sent.find(({ route }) => route === PUT)?.body).toMatchObject({ basedOn: FIRST }))
})

test('a form in which nothing was typed follows what is stored', async () => {
  const sent = answerCalls({ [GET]: { body: resource }, [PUT]: { body: edited } })
  open()
  await description()
  queryClient.setQueryData(resourceQuery('r1').queryKey, edited)
  await waitFor(async () => expect((await description()).value).toBe('Del teléfono'))
  expect(screen.queryByText('Este recurso tiene dos versiones')).toBeNull()
  press('Guardar cambios')
  await waitFor(() =>
    expect(sent.find(({ route }) => route === PUT)?.body).toMatchObject({ basedOn: SECOND }),
  )
})
