import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { NoteItem } from '#contract/notes/notes.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { FoundNotes } from './FoundNotes.tsx'
import { NoteList } from './NoteList.tsx'

const CLIENT = '01890000-0000-7000-8000-000000000002'
const LIST = 'GET /v1/note/Client/:clientId'
const about = { type: 'Client', itemId: CLIENT } as const

function item(change: Partial<NoteItem> = {}): NoteItem {
  return {
    id: '01890000-0000-7000-8000-000000000009',
    about: { type: 'Client', id: CLIENT, name: 'Mariana Torres' },
    title: 'Primera sesión',
    excerpt: 'Quiere dirigir mejor.',
    template: 'free',
    visibility: 'private',
    sharedAt: null,
    sessionId: null,
    sessionStartsAt: null,
    goalId: null,
    goalTitle: null,
    tags: [],
    pinned: false,
    revision: 1,
    writtenAt: '2027-02-02T15:00:00.000Z',
    createdAt: '2027-02-02T15:00:00.000Z',
    allowedActions: ['edit', 'share', 'remove'],
    ...change,
  } as NoteItem
}
const pageOf = (data: readonly object[], tags: string[] = []) => ({
  body: { data, total: data.length, page: 1, items: 30, tags, canAdd: true },
})

beforeEach(() => {
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  signInCoach()
})

// @spec 2.40
test('without notes it says so, and leads to the first', async () => {
  answerCalls({ [LIST]: pageOf([]) })
  const onOpen = vi.fn()
  show(<NoteList about={about} name="Mariana" onOpen={onOpen} />)
  expect(await screen.findByText('Aún no tienes notas sobre Mariana')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Escribir la primera' }))
  expect(onOpen).toHaveBeenCalledWith('new')
})

test('an error is said with a way to try again, which shows the notes', async () => {
  answerCalls({ [LIST]: refusal('server.error', 500) })
  show(<NoteList about={about} name="Mariana" onOpen={vi.fn()} />)
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  answerCalls({ [LIST]: pageOf([item()]) })
  fireEvent.click(retry)
  expect(await screen.findByRole('button', { name: /Primera sesión/ })).toBeTruthy()
})

test('each note says who reads it, and an empty one that it is', async () => {
  answerCalls({
    [LIST]: pageOf([
      item({ pinned: true }),
      item({ id: '2' as never, title: '', excerpt: '', visibility: 'shared', tags: ['equipo'] }),
    ]),
  })
  show(<NoteList about={about} name="Mariana" onOpen={vi.fn()} />)
  const [mine, shared] = await screen.findAllByRole('button')
  expect(mine!.textContent).toContain('Solo tú')
  expect(screen.getByRole('img', { name: 'Fijada' })).toBeTruthy()
  expect(shared!.textContent).toMatch(/Sin título.*Sin texto.*Tú y Mariana.*equipo/)
})

test('one tag narrows the list, and a second tap widens it again', async () => {
  answerCalls({ [LIST]: pageOf([item({ tags: ['equipo'] })], ['equipo', 'cierre']) })
  show(<NoteList about={about} name="Mariana" onOpen={vi.fn()} />)
  const tag = await screen.findByRole('button', { name: 'cierre' })
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    const none = { data: [], total: 0, page: 1, items: 30, tags: ['equipo'], canAdd: true }
    return Promise.resolve(new Response(JSON.stringify(none), { status: 200 }))
  })
  fireEvent.click(tag)
  expect(await screen.findByText('Ninguna nota tiene ya esta etiqueta.')).toBeTruthy()
  expect(asked.some((url) => url.includes('tag=cierre'))).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'cierre' }))
  await waitFor(() => expect(screen.getByRole('button', { name: /Primera sesión/ })).toBeTruthy())
})

// @spec P.99
test('a search marks the words it found, and says when nothing has them', async () => {
  const found = {
    ...item(),
    titleParts: [{ text: 'Primera sesión', found: false }],
    textParts: [
      { text: 'Quiere ', found: false },
      { text: 'dirigir', found: true },
    ],
  }
  answerCalls({ 'GET /v1/note/search': pageOf([found]) })
  const { rerender } = show(
    <FoundNotes search="dirigir" within={null} name="Mariana" onWiden={vi.fn()} onOpen={vi.fn()} />,
  )
  const row = await screen.findByRole('button', { name: /Primera sesión/ })
  expect(row.querySelector('mark')?.textContent).toBe('dirigir')
  expect(row.textContent).toContain('Mariana Torres')
  expect(screen.getByRole('status').textContent).toBe('1 nota')
  answerCalls({ 'GET /v1/note/search': pageOf([]) })
  rerender(<FoundNotes search="nada" within={about} name="Mariana" onWiden={vi.fn()} onOpen={vi.fn()} />)
  expect(await screen.findByText('Ninguna nota tiene todas esas palabras.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Buscar en todas tus notas' })).toBeTruthy()
})
