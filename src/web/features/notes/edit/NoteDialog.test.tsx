import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { drafts } from '#web/api/secure-drafts.ts'
import type { NoteDraft } from '#web/widgets/notes/send-note.ts'
import NoteDialog from './NoteDialog.tsx'

const READ = 'GET /v1/note/:noteId'
const VERSIONS = 'GET /v1/note/:noteId/versions'
const VERSION = 'GET /v1/note/:noteId/versions/:versionId'
const ADD = 'POST /v1/note'
const SAVE = 'PUT /v1/note/:noteId'

const about = { type: 'Client', itemId: '01890000-0000-7000-8000-000000000002' } as const
const id = '01890000-0000-7000-8000-000000000009'
const left: NoteDraft = {
  id,
  about,
  template: 'free',
  sessionId: null,
  goalId: null,
  title: 'Lo que quedó aquí',
  body: textSaying('Uno'),
  basedOn: 1,
}
const stored = {
  id,
  about: { type: 'Client', id: about.itemId, name: 'Mariana' },
  template: 'free',
  visibility: 'private',
  sessionId: null,
  sessionStartsAt: null,
  goalId: null,
  goalTitle: null,
  tags: [],
  pinned: false,
  title: 'Antes',
  body: textSaying('Cero'),
  revision: 1,
  writtenAt: '2027-02-02T15:00:00.000Z',
  allowedActions: [],
}
const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Título de la nota' })

beforeEach(() => {
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  signInCoach()
  vi.spyOn(drafts, 'names').mockReturnValue([`note.${id}.1`])
  vi.spyOn(drafts, 'read').mockResolvedValue(left)
  vi.spyOn(drafts, 'save').mockResolvedValue(true)
  vi.spyOn(drafts, 'remove').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

const open = () =>
  show(
    <NoteDialog
      about={about}
      open={id}
      sessionId={null}
      goalId={null}
      onBegun={() => undefined}
      onClose={() => undefined}
    />,
  )

test('what is written while the server is away stays when the note is asked for again, and comes', async () => {
  answerCalls({ [READ]: refusal('server.error', 500), [SAVE]: refusal('server.error', 500) })
  open()
  const field = await title()
  expect(field.value).toBe(left.title)
  fireEvent.change(field, { target: { value: 'Escrito sin red' } })
  await act(() => queryClient.invalidateQueries({ queryKey: ['note'] }))
  expect((await title()).value).toBe('Escrito sin red')
  answerCalls({ [READ]: { body: stored }, [SAVE]: refusal('server.error', 500) })
  await act(() => queryClient.invalidateQueries({ queryKey: ['note'] }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Versiones' })).toBeTruthy())
  expect((await title()).value).toBe('Escrito sin red')
})

test('closed, it gives the focus back to what it was opened from', async () => {
  answerCalls({ [READ]: { body: stored } })
  const row = document.body.appendChild(document.createElement('button'))
  row.focus()
  const { unmount } = open()
  ;(await title()).focus()
  unmount()
  expect(document.activeElement).toBe(row)
  row.remove()
})

test('another text takes the place of the editor with the focus, and writing goes on once one is chosen', async () => {
  vi.spyOn(drafts, 'names').mockReturnValue([])
  answerCalls({ [READ]: { body: stored }, [SAVE]: refusal('note.conflict') })
  open()
  const field = await title()
  field.focus()
  fireEvent.change(field, { target: { value: 'De aquí' } })
  answerCalls({ [READ]: { body: { ...stored, revision: 2 } }, [SAVE]: refusal('note.conflict') })
  fireEvent.blur(field)
  const heading = await screen.findByRole('heading', { name: 'Esta nota tiene dos versiones' })
  expect(document.activeElement).toBe(heading)
  fireEvent.click(screen.getByRole('button', { name: 'Seguir con la guardada' }))
  const text = await screen.findByRole('textbox', { name: 'Texto de la nota' })
  await waitFor(() => expect(document.activeElement).toBe(text))
})

// @spec 9.2
test('a browser that refuses to keep a copy says so, and what is written is saved all the same', async () => {
  vi.spyOn(drafts, 'names').mockReturnValue([])
  vi.spyOn(drafts, 'save').mockResolvedValue(false)
  const sent = answerCalls({ [READ]: { body: stored }, [SAVE]: { body: { ...stored, revision: 2 } } })
  open()
  const field = await title()
  fireEvent.change(field, { target: { value: 'De aquí' } })
  fireEvent.blur(field)
  expect(await screen.findByText('Sin copia en este dispositivo.')).toBeTruthy()
  await waitFor(() => expect(screen.getByText('Guardado')).toBeTruthy())
  expect(sent.filter(({ route }) => route === SAVE)).toHaveLength(1)
})

test('keeping both texts, tried again after a lost answer, adds one copy', async () => {
  const newer = { ...stored, revision: 2 }
  const sent = answerCalls({
    [READ]: { body: newer },
    [SAVE]: refusal('note.conflict'),
    [ADD]: refusal('server.error', 500),
  })
  open()
  const both = await screen.findByRole('button', { name: 'Conservar las dos, en dos notas' })
  for (const times of [1, 2]) {
    fireEvent.click(both)
    await waitFor(() => expect(sent.filter(({ route }) => route === ADD)).toHaveLength(times))
    await waitFor(() => expect(both.hasAttribute('data-loading')).toBe(false))
  }
  const ids = sent.filter(({ route }) => route === ADD).map(({ body }) => (body as { id: string }).id)
  expect(new Set(ids).size).toBe(1)
})

test('an earlier text is not restored while what was written here has yet to be sent over it', async () => {
  const words = { id: 'v1', title: 'Al principio', body: stored.body, writtenAt: stored.writtenAt }
  const versions = {
    [VERSIONS]: { body: { data: [words], total: 1, page: 1, items: 100 } },
    [VERSION]: { body: words },
  }
  answerCalls({ [READ]: { body: stored }, [SAVE]: refusal('server.error', 500), ...versions })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Versiones' }))
  const restore = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Restaurar/ })
  expect((await restore()).disabled).toBe(true)
  answerCalls({ [READ]: { body: stored }, [SAVE]: { body: { ...stored, revision: 2 } }, ...versions })
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(async () => expect((await restore()).disabled).toBe(false))
})
