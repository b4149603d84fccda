import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes, useNavigate } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import type { ResourceDetail } from '#contract/resources/resources.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { paths } from '#web/paths.ts'
import { useStore } from '#web/store/store.ts'
import { ResourceActions } from './ResourceActions.tsx'

const resource = {
  id: 'r1',
  title: 'Guía',
  status: 'published',
  allowedActions: [],
} as unknown as ResourceDetail

function Elsewhere() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate('/otra')}>
      Salir
    </button>
  )
}

beforeEach(signInCoach)

test('who has left before a resource was deleted stays where they are, and can undo it', async () => {
  const held = Promise.withResolvers<{ body: object }>()
  answerCalls({ 'DELETE /v1/resource/:resourceId': held.promise })
  show(
    <>
      <Elsewhere />
      <Routes>
        <Route path="/" element={<ResourceActions resource={resource} />} />
        <Route path="/otra" element={<p>Otra pantalla</p>} />
        <Route path={paths.resources()} element={<p>La biblioteca</p>} />
      </Routes>
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: /Guía/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Eliminar', hidden: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Salir' }))
  await act(async () => held.resolve({ body: {} }))
  await waitFor(() => expect(useStore.getState().alert.msg).toMatch(/Guía/))
  expect(screen.getByText('Otra pantalla')).toBeTruthy()
})
