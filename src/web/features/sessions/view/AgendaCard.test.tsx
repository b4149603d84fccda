import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useQuery } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { useAlertAction } from '#web/store/alert.ts'
import { useStore } from '#web/store/store.ts'
import { queryClient } from '#web/api/query-client.ts'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { confirmedSession } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { AgendaCard } from './AgendaCard.tsx'
import type { AgendaChange } from './agenda.ts'

const CHANGE = 'PUT /v1/session/:sessionId/agenda'
const topic = (id: string, text: string) => ({ id, text, done: false, addedBy: 'coach', editable: true })
const withTopics = (...agenda: unknown[]) =>
  confirmedSession({ agenda: agenda as SessionDto['agenda'], allowedActions: ['editAgenda'] })
const session = withTopics(topic('1', 'El cierre'), topic('2', 'La junta'))

type Answer = { status?: number; body: unknown }

/** Holds the answers, each until it is given; the calls wait for each other. */
function holdAnswers() {
  const held: Partial<Record<AgendaChange['op'], PromiseWithResolvers<Answer>>> = {}
  const of = (op: AgendaChange['op']) => (held[op] ??= Promise.withResolvers())
  vi.stubGlobal('fetch', async (_url: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return Response.json(session)
    const { changes } = JSON.parse(body as string) as { changes: AgendaChange[] }
    const { status = 200, body: answer } = await of(changes[0]!.op).promise
    return Response.json(answer, { status })
  })
  return (op: AgendaChange['op'], answer: Answer) => act(async () => of(op).resolve(answer))
}

function Screen() {
  const { data } = useQuery({ ...sessionQuery(session.id), enabled: false })
  return data && <AgendaCard session={data} viewer={{ side: 'coach' } as never} />
}

const button = (name: RegExp) => screen.getByRole('button', { name })
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: RegExp, value: string) => fireEvent.change(field(name), { target: { value } })
const send = (name: RegExp) => fireEvent.submit(field(name).form!)
const tick = (name: RegExp) => fireEvent.click(screen.getByRole('checkbox', { name }))
const removeTopic = () => fireEvent.click(button(/Quitar.*El cierre/))

beforeEach(() => {
  queryClient.setQueryData(sessionQuery(session.id).queryKey, session)
})

test('the field of a new topic is emptied once it is stored, although another was ticked meanwhile', async () => {
  const answer = holdAnswers()
  show(<Screen />)
  type(/nuevo/i, 'El equipo')
  send(/nuevo/i)
  tick(/La junta/)
  await answer('add', { body: withTopics(...session.agenda, topic('3', 'El equipo')) })
  await waitFor(() => expect(field(/nuevo/i).value).toBe(''))
})

test('what is typed before a new topic is stored stays', async () => {
  const answer = holdAnswers()
  show(<Screen />)
  type(/nuevo/i, 'El equipo')
  send(/nuevo/i)
  type(/nuevo/i, 'El sueldo')
  await answer('add', { body: withTopics(...session.agenda, topic('3', 'El equipo')) })
  await screen.findByText('El equipo')
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect(field(/nuevo/i).value).toBe('El sueldo')
})

test('a refused change is shown although another was made meanwhile', async () => {
  const answer = holdAnswers()
  show(<Screen />)
  fireEvent.click(button(/Cambiar.*El cierre/))
  type(/Cambiar/, 'El cierre del año')
  send(/Cambiar/)
  tick(/La junta/)
  await answer('edit', refusal('session.agenda_item_not_found', 404))
  expect(await screen.findByText('Refused: session.agenda_item_not_found')).toBeDefined()
})

test('a removed topic can be restored after the screen was left, and a refusal of that is shown', async () => {
  const answer = holdAnswers()
  const { unmount } = show(<Screen />)
  removeTopic()
  unmount()
  await answer('remove', { body: withTopics(topic('2', 'La junta')) })
  await waitFor(() => expect(useAlertAction.getState().action).not.toBeNull())
  answerCalls({ [CHANGE]: refusal('session.agenda_item_not_found', 404) })
  act(() => useAlertAction.getState().action!.run())
  await waitFor(() => expect(useStore.getState().alert.type).toBe('error'))
})
