import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'
import { drafts } from '#web/api/secure-drafts.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { briefQuery } from '../records.queries.ts'
import { BriefNotes } from './BriefNotes.tsx'

const session = confirmedSession()
const SAVE = 'PUT /v1/session/:sessionId/brief/notes'
type Notes = { text: string; revision: number }

beforeEach(signInCoach)

function Brief() {
  const { data } = useQuery(briefQuery(session.id))
  return data ? <BriefNotes brief={data} /> : null
}

const answerBrief = (
  notes: Notes,
  saved: { status?: number; body: unknown } = refusal('server.error', 500),
) => answerCalls({ 'GET /v1/session/:sessionId/brief': { body: { session, notes } }, [SAVE]: saved })

/** What another tab or device stored arrives. */
const refetched = (notes: Notes) => {
  answerBrief(notes)
  return act(() => queryClient.refetchQueries(briefQuery(session.id)))
}
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Tus notas de preparación' })
const write = async (text: string) => fireEvent.change(await field(), { target: { value: text } })
const status = () => screen.getByRole('status').textContent

// @spec P.71
test('is saved as it is written, on the revision that is shown, and says so', async () => {
  const sent = answerBrief(
    { text: 'Su hermana', revision: 3 },
    { body: { text: 'Su hermana,', revision: 4 } },
  )
  show(<Brief />)
  expect((await field()).value).toBe('Su hermana')
  expect(document.getElementById((await field()).getAttribute('aria-describedby')!)?.textContent).toMatch(
    /No salen en correos ni en lo que ve Mariana/,
  )
  await write('Su hermana, ')
  expect(status()).toBe('Guardando…')
  fireEvent.blur(await field())
  await waitFor(() => expect(status()).toBe('Guardado'))
  expect(sent.filter(({ route }) => route === SAVE).map(({ body }) => body)).toEqual([
    { text: 'Su hermana, ', basedOn: 3 },
  ])
  // The server drops the blank at the end; who writes on does not.
  expect((await field()).value).toBe('Su hermana, ')
})

test('a newer text of another tab is shown, but never in place of one that is not saved yet', async () => {
  answerBrief({ text: 'Uno', revision: 1 }, { body: { text: 'Uno dos', revision: 2 } })
  show(<Brief />)
  await write('Uno dos')
  fireEvent.blur(await field())
  await waitFor(() => expect(status()).toBe('Guardado'))
  await refetched({ text: 'Uno', revision: 1 })
  expect((await field()).value).toBe('Uno dos')
  await refetched({ text: 'Uno dos tres', revision: 3 })
  expect((await field()).value).toBe('Uno dos tres')
  await write('Uno dos tres cuatro')
  await refetched({ text: 'Otra cosa', revision: 4 })
  expect((await field()).value).toBe('Uno dos tres cuatro')
})

test('what could not be sent says so, and is sent once there is a connection', async () => {
  vi.spyOn(drafts, 'save').mockResolvedValue(true)
  answerBrief({ text: '', revision: 0 })
  show(<Brief />)
  await write('La junta')
  fireEvent.blur(await field())
  await waitFor(() => expect(status()).toMatch(/a salvo en este dispositivo/))
  const sent = answerBrief({ text: '', revision: 0 }, { body: { text: 'La junta', revision: 1 } })
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(status()).toBe('Guardado'))
  expect(sent).toContainEqual({ route: SAVE, body: { text: 'La junta', basedOn: 0 } })
})

// @spec 9.2
test('a browser that refuses to keep a copy says so, and never that it is safe there', async () => {
  vi.spyOn(drafts, 'save').mockResolvedValue(false)
  answerBrief({ text: 'Uno', revision: 1 })
  show(<Brief />)
  await write('Uno dos')
  expect(await screen.findByText('Sin copia en este dispositivo.')).toBeTruthy()
  fireEvent.blur(await field())
  await waitFor(() => expect(status()).toBe('Sin conexión. No cierres esta pestaña.'))
})
