import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MemorandumDto } from '#contract/memorandums/memorandums.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import { queryClient } from '#web/api/query-client.ts'
import { Component } from './MemorandumsScreen.tsx'
import { QuickAdd } from './QuickAdd.tsx'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

// Its search element is unknown to the document of these tests; the journey of memorandums uses it.
vi.mock('#web/widgets/page/Filters.tsx', () => ({ Filters: () => null }))
resetModulesAfterwards()

const LIST = 'GET /v1/memorandum/coach/:coachId'

function memorandum(change: Partial<MemorandumDto> = {}): MemorandumDto {
  return {
    id: '01890000-0000-7000-8000-00000000000a',
    description: 'Enviarle el artículo',
    date: '2027-02-02',
    time: '08:00',
    timezone: 'America/Mexico_City',
    dueAt: '2027-02-02T14:00:00.000Z',
    priority: 'normal',
    recurrence: 'none',
    status: 'pending',
    group: 'today',
    postponedFrom: null,
    clientId: null,
    groupId: null,
    sessionId: null,
    client: null,
    aboutGroup: null,
    session: null,
    doneAt: null,
    allowedActions: ['edit', 'done', 'postpone', 'cancel', 'delete'],
    postponeTo: [{ to: 'tomorrow', date: '2027-02-03' }],
    createdAt: '2027-02-01T14:00:00.000Z',
    updatedAt: '2027-02-01T14:00:00.000Z',
    ...change,
  } as MemorandumDto
}

const NONE = { overdue: 0, today: 0, week: 0, later: 0, done: 0 }

/** The screen with these open and closed ones; what was asked for. */
function open(unfinished: readonly MemorandumDto[], finished: readonly MemorandumDto[] = []) {
  const counts = { ...NONE }
  for (const { group } of [...unfinished, ...finished]) counts[group] += 1
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    const data = !url.includes('/memorandum/') ? [] : url.includes('status=closed') ? finished : unfinished
    const body = { data, total: data.length, page: 1, items: 100, counts }
    return Promise.resolve(new Response(JSON.stringify(body), { status: 200 }))
  })
  show(<Component />)
  return asked
}

beforeEach(() => {
  setNow('2027-02-02T15:00:00.000Z')
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  signInCoach()
})

// @spec P.83
test('without any it says so, and that nobody else sees them', async () => {
  open([])
  expect(await screen.findByText('Aún no tienes memorándums')).toBeTruthy()
  expect(screen.getByText('Solo tú ves tus memorándums.')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Nuevo memorándum' }).length).toBeGreaterThan(0)
})

test('an error is said with a way to try again, which shows them', async () => {
  answerCalls({ [LIST]: refusal('server.error', 500) })
  show(<Component />)
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  const page = { total: 1, page: 1, items: 100, counts: { ...NONE, today: 1 } }
  answerCalls({ [LIST]: { body: { ...page, data: [memorandum()] } } })
  fireEvent.click(retry)
  await waitFor(() => expect(screen.getByText('Enviarle el artículo')).toBeTruthy())
})

test('they are in their parts in the order of the product, and empty parts are left out', async () => {
  open(
    [
      memorandum({ id: '1' as never, description: 'Más tarde', group: 'later' }),
      memorandum({ id: '2' as never, description: 'De ayer', group: 'overdue' }),
      memorandum({ id: '3' as never, description: 'De hoy', group: 'today' }),
    ],
    [memorandum({ id: '4' as never, description: 'Ya hecho', group: 'done', status: 'done' })],
  )
  await screen.findByText('De hoy')
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Atrasados1',
    'Hoy1',
    'Más adelante1',
    'Hechos1',
  ])
  const overdue = screen.getByRole('region', { name: /^Atrasados/ })
  expect(within(overdue).getByText('De ayer')).toBeTruthy()
})

test('a tick is shown before anything that waits for a timer: the box does not go back for a moment', async () => {
  open([memorandum()])
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Enviarle el artículo' })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  await act(async () => void fireEvent.click(box))
  expect(box.checked).toBe(true)
})

test('one that was just ticked, and is in both lists, is shown once', async () => {
  open([memorandum()], [memorandum({ status: 'done', group: 'done' })])
  await screen.findByText('Enviarle el artículo')
  expect(screen.getAllByText('Enviarle el artículo')).toHaveLength(1)
  expect(screen.getByText('Nada pendiente. Todo está hecho.')).toBeTruthy()
})

test('a line that is too short is refused where it is typed, and nothing is sent', async () => {
  const asked = open([])
  await screen.findByText('Aún no tienes memorándums')
  const text = screen.getByLabelText('Escribe un memorándum')
  fireEvent.change(text, { target: { value: 'x' } })
  const before = asked.length
  fireEvent.submit(text)
  expect(await screen.findByText('Escribe al menos 3 caracteres.')).toBeTruthy()
  expect(asked.length).toBe(before)
})

test('in a tab that stayed open over night, a memorandum is for the new day', async () => {
  const sent = answerCalls({ 'POST /v1/memorandum': { body: {} } })
  show(<QuickAdd />)
  const words = await screen.findByRole('textbox', { name: 'Escribe un memorándum' })
  setNow('2027-02-03T15:00:00.000Z')
  fireEvent.change(words, { target: { value: 'Llamar' } })
  fireEvent.submit(words)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]!.body).toMatchObject({ date: '2027-02-03' })
})

test('on a phone its days are in the menu of everything else, where the text leaves no room for another button', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  open([memorandum()])
  fireEvent.click(await screen.findByRole('button', { name: 'Más opciones: Enviarle el artículo' }))
  expect(await screen.findByRole('menuitem', { name: /^Mañana/ })).toBeTruthy()
  expect(screen.getByRole('menuitem', { name: 'Editar' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Posponer: Enviarle el artículo' })).toBeNull()
})
