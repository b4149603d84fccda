import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { TagDialog } from './TagDialog.tsx'

beforeEach(signInCoach)

const selection = new Map(['ana', 'beto', 'caro'].map((id) => [id, { id, fullName: id }]))

test('who stays although the dialog did not say so is named afterwards', async () => {
  const known = { clientId: 'caro', reason: 'wrongState' }
  const news = { clientId: 'beto', reason: 'wrongState' }
  answerCalls({
    'POST /v1/client/bulk/preview': {
      body: { changed: ['ana', 'beto'], left: [known], coming: [], comingTotal: 0 },
    },
    'POST /v1/client/bulk/transition': { body: { changed: ['ana'], left: [news, known] } },
  })
  const onDone = vi.fn()
  show(<MoveDialog selection={selection} move="pause" onClose={() => undefined} onDone={onDone} />)
  const accept = await screen.findByRole('button', { name: 'Pausar' })
  await waitFor(() => expect(accept).toHaveProperty('disabled', false))
  fireEvent.click(accept)
  await waitFor(() => expect(onDone).toHaveBeenCalledWith({ left: [news] }, 'pause'))
})

test('the dialog of a tag stays open until the answer is there, and shows a failure', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof refusal>>()
  answerCalls({ 'POST /v1/client/bulk/tag': answer.promise })
  const onClose = vi.fn()
  show(<TagDialog selection={selection} suggested={['vip']} onClose={onClose} onDone={() => undefined} />)
  const tag = screen.getByRole('combobox', { name: /Etiqueta/ })
  fireEvent.change(tag, { target: { value: 'nuevo' } })
  fireEvent.submit(tag)
  await screen.findByRole('button', { name: 'Cargando...' })
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onClose).not.toHaveBeenCalled()
  answer.resolve(refusal('server.error', 500))
  expect(await screen.findByRole('alert')).toBeTruthy()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
})
