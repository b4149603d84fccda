import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { drafts } from '#web/api/secure-drafts.ts'
import { noteQuery } from '#web/widgets/notes/note.queries.ts'
import { SessionNotes } from './SessionNotes.tsx'

const about = { type: 'Client', itemId: '01890000-0000-7000-8000-000000000002', name: 'Mariana' } as const
const session = { id: '01890000-0000-7000-8000-000000000003' as never, title: 'Sesión 1 con Mariana' }
const LIST = 'GET /v1/note/Client/:clientId'
const READ = 'GET /v1/note/:noteId'
const stored = (id: string, visibility: 'private' | 'shared', says: string) => ({
  id,
  about: { type: 'Client', id: about.itemId, name: 'Mariana' },
  template: 'free',
  visibility,
  sessionId: session.id,
  sessionStartsAt: null,
  goalId: null,
  goalTitle: null,
  tags: [],
  pinned: false,
  title: session.title,
  body: textSaying(says),
  excerpt: says,
  revision: 1,
  writtenAt: '2027-02-02T15:00:00.000Z',
  allowedActions: ['edit'],
})
const page = (...notes: object[]) => ({
  body: { data: notes, total: notes.length, page: 1, items: 30, tags: [], canAdd: true },
})
const open = (visibility: 'private' | 'shared') =>
  show(<SessionNotes session={session} about={about} visibility={visibility} />)
const text = (name: string) => screen.findByRole('textbox', { name })

beforeEach(() => {
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  signInCoach()
  vi.spyOn(drafts, 'names').mockReturnValue([])
  vi.spyOn(drafts, 'save').mockResolvedValue(true)
})
afterEach(() => vi.restoreAllMocks())

// @spec P.241
test('each tab says who reads it, and has only the note that they read', async () => {
  const [own, shared] = [stored('n1', 'private', 'Duda de su equipo.'), stored('n2', 'shared', 'Tres ideas.')]
  answerCalls({ [LIST]: page(shared, own), [READ]: { body: own } })
  const { unmount } = open('private')
  expect(screen.getByText('Solo tú lees esto. Mariana no lo ve.')).toBeTruthy()
  expect((await text('Nota privada')).textContent).toBe('Duda de su equipo.')
  unmount()
  answerCalls({ [LIST]: page(shared, own), [READ]: { body: shared } })
  open('shared')
  expect(screen.getByText('Mariana lee esto en cuanto se guarda.')).toBeTruthy()
  expect((await text('Nota para Mariana')).textContent).toBe('Tres ideas.')
})

// @spec P.241
test('a note that gets other readers meanwhile is not written on in its tab', async () => {
  const own = stored('n1', 'private', 'Duda de su equipo.')
  answerCalls({ [LIST]: page(own), [READ]: { body: own } })
  open('private')
  await text('Nota privada')
  const now = { ...own, visibility: 'shared' }
  answerCalls({ [LIST]: page(now), [READ]: { body: now } })
  await queryClient.invalidateQueries({ queryKey: ['note'] })
  expect(await screen.findByText(/Mariana ya puede leerla/)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Escribir en otra nota' }))
  await waitFor(async () => expect((await text('Nota privada')).textContent).toBe(''))
  expect(queryClient.getQueryData(noteQuery('n1').queryKey)).toMatchObject({ visibility: 'shared' })
})
