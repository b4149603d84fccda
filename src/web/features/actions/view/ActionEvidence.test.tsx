import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { ActionDto } from '#contract/actions/actions.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInClient } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { useAlertAction } from '#web/store/alert.ts'
import { useStore } from '#web/store/store.ts'
import ActionEvidence from './ActionEvidence.tsx'

const LIST = 'GET /v1/action/:actionId/attachment'
const REMOVE = 'DELETE /v1/action/:actionId/attachment/:fileId'
const RESTORE = 'POST /v1/action/:actionId/attachment/:fileId/restore'
const action = { id: '01890000-0000-7000-8000-000000000004' } as ActionDto
const file = (name: string) => ({
  id: name,
  name,
  byteSize: 2_048,
  mediaType: 'application/pdf',
  preview: 'pdf',
})

function open(names: string[], canAttach: boolean, more: Parameters<typeof answerCalls>[0] = {}) {
  const body = { files: names.map(file), canAttach, maxFileBytes: 26_214_400 }
  const sent = answerCalls({ [LIST]: { body }, [REMOVE]: { body: null }, [RESTORE]: { body }, ...more })
  show(<ActionEvidence action={action} />)
  return { routes: () => sent.map(({ route }) => route) }
}
const add = () => screen.queryByRole('button', { name: 'Adjuntar archivo' })

beforeEach(signInClient)

// @spec P.114
test('its client adds up to three, and removes them with undo', async () => {
  const { routes } = open(['uno.pdf'], true)
  expect(await screen.findByText('Hasta 3 archivos de 25 MB cada uno.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Quitar uno.pdf' }))
  await waitFor(() => expect(useStore.getState().alert.msg).toBe('El archivo se quitó.'))
  useAlertAction.getState().action?.run()
  await waitFor(() => expect(routes()).toContain(RESTORE))
})

test('a fourth is not offered', async () => {
  open(['uno.pdf', 'dos.pdf', 'tres.pdf'], true)
  expect(await screen.findByText('tres.pdf')).toBeTruthy()
  expect(add()).toBeNull()
})

test('its coach opens them and changes none', async () => {
  open(['uno.pdf'], false)
  expect(await screen.findByRole('button', { name: 'Descargar uno.pdf' })).toBeTruthy()
  expect(add()).toBeNull()
  expect(screen.queryByRole('button', { name: /^Quitar/ })).toBeNull()
})

test('a list that cannot be read is asked for again', async () => {
  open([], true, { [LIST]: refusal('server.error', 500) })
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy()
})
