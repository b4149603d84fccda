import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { ResourceId } from '#contract/values.ts'
import type { ShownResource } from '#contract/video/signals.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInClient, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { fromIso } from '#time/clock.ts'
import { queryClient } from '#web/api/query-client.ts'
import { endAction, useNewAction } from '#web/store/new-action.ts'
import { useStore } from '#web/store/store.ts'
import { endGoal, useNewGoal } from '#web/store/new-goal.ts'
import type { CallSession } from '../call/call-session.ts'
import { DrawerTools } from './DrawerTools.tsx'
import { type DrawerParts, DrawerPartsContext } from './parts.ts'
import { useDrawer } from './use-drawer.ts'
import { useShown } from './use-shown.ts'
import WorkingDrawer from './WorkingDrawer.tsx'

const CLIENT = '01890000-0000-7000-8000-000000000002'
const unread = vi.fn<(roomId: string) => number>(() => 0)
const PARTS: DrawerParts = {
  Agenda: () => <a href="/clients/view/1">Agenda de hoy</a>,
  Notes: ({ visibility, about }) => <p>{`Nota ${visibility} sobre ${about.name}`}</p>,
  NotesForMe: ({ clientId }) => <p>{`Notas para ${clientId}`}</p>,
  OwnActions: ({ clientId }) => <p>{`Acciones de ${clientId}`}</p>,
  Resource: ({ resourceId }) => <p>{`Contenido de ${resourceId}`}</p>,
  Chat: ({ room }) => <p>{`Conversación ${room.type} ${room.itemId}`}</p>,
  useUnread: (roomId) => unread(roomId),
}

const showToAll = vi.fn<CallSession['showToAll']>()

function Call({ session, shown = null }: { session: SessionDto; shown?: ShownResource | null }) {
  const drawer = useDrawer()
  useShown(shown, drawer)
  return (
    <DrawerPartsContext value={PARTS}>
      <DrawerTools session={session} drawer={drawer} isShowing={shown !== null} />
      {drawer.tab && (
        <WorkingDrawer
          session={session}
          call={{ showToAll } as unknown as CallSession}
          shown={shown}
          drawer={drawer}
        />
      )}
    </DrawerPartsContext>
  )
}

const opener = () => screen.getByRole('button', { name: 'Agenda y notas' })
const drawer = () => screen.getByRole('complementary', { name: 'Trabajo de la sesión' })
const tabs = () => within(drawer()).getAllByRole('tab')
const openTab = (name: string) => fireEvent.click(within(drawer()).getByRole('tab', { name }))

beforeEach(() => {
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  unread.mockReset().mockReturnValue(0)
  showToAll.mockReset().mockResolvedValue(undefined)
  endAction()
  endGoal()
  signInCoach()
  answerCalls({ 'GET /v1/resource/Session/:sessionId': { body: { data: [], total: 0, page: 1, items: 25 } } })
})

// @spec P.240
test('a coach has the agenda, a note for themselves, one for the client and the chat beside the call', async () => {
  show(<Call session={confirmedSession()} />)
  fireEvent.click(opener())
  expect(tabs().map(({ textContent }) => textContent)).toEqual(['Agenda', 'Solo yo', 'Mariana y yo', 'Chat'])
  expect(screen.getByText('Agenda de hoy')).toBeTruthy()
  openTab('Solo yo')
  expect(screen.getByText('Nota private sobre Mariana')).toBeTruthy()
  openTab('Mariana y yo')
  expect(screen.getByText('Nota shared sobre Mariana')).toBeTruthy()
  expect(screen.queryByText(/private/)).toBeNull()
})

test('a resource that was given with the session is at hand beside the call, for both', async () => {
  const given = { assignmentId: 'a1', resource: { id: 'r1', title: 'Rueda de la vida' } }
  answerCalls({
    'GET /v1/resource/Session/:sessionId': { body: { data: [given], total: 1, page: 1, items: 25 } },
  })
  for (const signIn of [signInCoach, signInClient]) {
    signIn()
    const { unmount } = show(<Call session={confirmedSession()} />)
    fireEvent.click(opener())
    const link = await within(drawer()).findByRole('link', { name: 'Rueda de la vida' })
    expect(link.getAttribute('href')).toBe('/resource/view/r1')
    unmount()
  }
})

/** The server has answered. */
const settled = () => act(async () => undefined)
const SHOWN = { resourceId: 'r1' as ResourceId, title: 'Rueda de la vida' }
const shownCard = () => screen.queryByRole('region', { name: 'Recurso que se muestra' })

// @spec P.301
test('a coach shows a resource to all, and stops', async () => {
  const resources = [
    { assignmentId: 'a1', resource: { id: 'r1', title: 'Rueda de la vida' } },
    { assignmentId: 'a2', resource: { id: 'r2', title: 'Respirar' } },
  ]
  answerCalls({ 'GET /v1/resource/Session/:sessionId': { body: { data: resources } } })
  const { rerender } = show(<Call session={confirmedSession()} />)
  fireEvent.click(opener())
  expect(shownCard()).toBeNull()
  const toggle = await screen.findByRole('button', { name: 'Mostrar Rueda de la vida' })
  toggle.focus()
  fireEvent.click(toggle)
  // Another press while the server is asked.
  fireEvent.click(toggle)
  expect(showToAll).toHaveBeenCalledExactlyOnceWith('r1')
  await settled()
  rerender(<Call session={confirmedSession()} shown={SHOWN} />)
  expect(shownCard()?.textContent).toContain('Se muestra a todos en la sala.')
  expect(within(shownCard()!).getByText('Contenido de r1')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mostrar Respirar' })).toBeTruthy()
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: 'Dejar de mostrar Rueda de la vida' }),
  )
  fireEvent.click(document.activeElement!)
  expect(showToAll).toHaveBeenLastCalledWith(null)
  await settled()
  rerender(<Call session={confirmedSession()} />)
  expect(shownCard()).toBeNull()
  expect(drawer()).toBeTruthy()
})

test.each([
  ['the line is bad', 'server.unavailable', 'No pudimos mostrarlo. Inténtalo de nuevo.'],
  ['it was taken back', 'resource.not_found', 'Ese recurso ya no está en la sesión.'],
])('a coach is told that it could not be shown: %s', async (_, code, text) => {
  showToAll.mockRejectedValue(new Error(code))
  const given = { assignmentId: 'a1', resource: { id: 'r1', title: 'Rueda de la vida' } }
  answerCalls({ 'GET /v1/resource/Session/:sessionId': { body: { data: [given] } } })
  show(<Call session={confirmedSession()} />)
  fireEvent.click(opener())
  fireEvent.click(await screen.findByRole('button', { name: 'Mostrar Rueda de la vida' }))
  await vi.waitFor(() => expect(useStore.getState().alert.msg).toBe(text))
})

// @spec P.301
test('the drawer of a client opens for what is shown, without the focus, and closes after it', () => {
  signInClient()
  const { rerender } = show(<Call session={confirmedSession()} />)
  // One that was open before has left the focus on its button.
  fireEvent.click(opener())
  openTab('Notas')
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar panel' }))
  opener().blur()
  rerender(<Call session={confirmedSession()} shown={SHOWN} />)
  expect(shownCard()?.textContent).toContain('Tu coach lo muestra ahora.')
  expect(screen.queryByRole('button', { name: 'Dejar de mostrar' })).toBeNull()
  expect(drawer().contains(document.activeElement)).toBe(false)
  rerender(<Call session={confirmedSession()} />)
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(document.activeElement).toBe(document.body)
  // It opens where one worked before.
  fireEvent.click(opener())
  expect(screen.getByText(`Notas para ${CLIENT}`)).toBeTruthy()
})

test('a drawer that opened by itself and is closed leads to its button', () => {
  signInClient()
  show(<Call session={confirmedSession()} shown={SHOWN} />)
  const close = screen.getByRole('button', { name: 'Cerrar panel' })
  close.focus()
  fireEvent.click(close)
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: 'Agenda y notas: se muestra un recurso' }),
  )
})

test('a drawer that opened by itself stays open for who uses it', () => {
  signInClient()
  const { rerender } = show(<Call session={confirmedSession()} shown={SHOWN} />)
  fireEvent.pointerDown(shownCard()!)
  rerender(<Call session={confirmedSession()} />)
  expect(screen.getByText('Agenda de hoy')).toBeTruthy()
})

test('who works in another tab stays there while something is shown', () => {
  signInClient()
  const { rerender } = show(<Call session={confirmedSession()} />)
  fireEvent.click(opener())
  openTab('Chat')
  rerender(<Call session={confirmedSession()} shown={SHOWN} />)
  expect(shownCard()).toBeNull()
  expect(screen.getByRole('button', { name: 'Agenda y notas: se muestra un recurso' })).toBeTruthy()
  rerender(<Call session={confirmedSession()} />)
  expect(screen.getByText(`Conversación Client ${CLIENT}`)).toBeTruthy()
})

test('what is agreed on begins with whom the session is with', () => {
  show(<Call session={confirmedSession()} />)
  fireEvent.click(opener())
  fireEvent.click(screen.getByRole('button', { name: 'Acción' }))
  expect(useNewAction.getState()).toMatchObject({ opened: true, clientId: CLIENT })
  fireEvent.click(screen.getByRole('button', { name: 'Meta' }))
  expect(useNewGoal.getState().owner).toEqual({ type: 'Client', itemId: CLIENT })
})

test('with a group, an action is for its people and the chat is its room', () => {
  const group = { id: 'g1', name: 'Líderes', photo: null } as unknown as SessionDto['group']
  show(<Call session={confirmedSession({ type: 'Group', groupId: 'g1' as never, clientId: null, group })} />)
  fireEvent.click(opener())
  fireEvent.click(screen.getByRole('button', { name: 'Acción' }))
  expect(useNewAction.getState()).toMatchObject({ opened: true, groupId: 'g1' })
  openTab('Chat')
  expect(screen.getByText('Conversación Group g1')).toBeTruthy()
})

// @spec P.242
test('a client has the agenda, shared notes, their own actions and the chat, and nothing private', () => {
  signInClient()
  show(<Call session={confirmedSession()} />)
  fireEvent.click(opener())
  expect(tabs().map(({ textContent }) => textContent)).toEqual(['Agenda', 'Notas', 'Mis acciones', 'Chat'])
  expect(within(drawer()).queryByRole('button', { name: 'Meta' })).toBeNull()
  openTab('Notas')
  expect(screen.getByText(`Notas para ${CLIENT}`)).toBeTruthy()
  openTab('Mis acciones')
  expect(screen.getByText(`Acciones de ${CLIENT}`)).toBeTruthy()
})

// @spec P.243
test('the chat says how much is not read until it is open, and closing leads back to its button', () => {
  unread.mockReturnValue(2)
  show(<Call session={confirmedSession()} />)
  const chat = screen.getByRole('button', { name: 'Chat: 2 mensajes sin leer' })
  chat.focus()
  fireEvent.click(chat)
  expect(screen.getByText(`Conversación Client ${CLIENT}`)).toBeTruthy()
  expect(unread).toHaveBeenLastCalledWith(CLIENT)
  expect(screen.getByRole('button', { name: 'Chat' }).getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar panel' }))
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Chat/ }))
})

test('the drawer opens again where one worked last', () => {
  show(<Call session={confirmedSession()} />)
  fireEvent.click(opener())
  openTab('Solo yo')
  fireEvent.click(screen.getByRole('button', { name: 'Chat' }))
  fireEvent.click(opener())
  expect(screen.getByText('Nota private sobre Mariana')).toBeTruthy()
})

test('a link to another page opens beside the call', () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  show(<Call session={confirmedSession()} />)
  fireEvent.click(opener())
  const isFollowed = fireEvent.click(screen.getByRole('link', { name: 'Agenda de hoy' }))
  expect(isFollowed).toBe(false)
  expect(open).toHaveBeenCalledWith(expect.stringMatching(/\/clients\/view\/1$/), '_blank', 'noopener')
  open.mockRestore()
})

// @spec P.244
test('the time of the session is told kindly near its end', () => {
  vi.useFakeTimers({ now: fromIso('2027-02-04T15:49:58.000Z') })
  try {
    show(<Call session={confirmedSession()} />)
    expect(screen.getByRole('timer').textContent).toBe('49:58')
    act(() => void vi.advanceTimersByTime(2_000))
    expect(screen.getByRole('timer').textContent).toBe('50:00 · quedan 10 min')
    expect(screen.getByRole('status').textContent).toBe('Buen momento para empezar a cerrar.')
    act(() => void vi.advanceTimersByTime(5 * 60_000))
    expect(screen.getByRole('status').textContent).toBe('Queda tiempo para acordar qué sigue.')
    act(() => void vi.advanceTimersByTime(6 * 60_000))
    expect(screen.getByRole('timer').textContent).toBe('Terminó hace 1 min')
  } finally {
    vi.useRealTimers()
  }
})
