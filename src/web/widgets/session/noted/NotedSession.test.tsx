import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { paths } from '#web/paths.ts'
import { NotedSession } from './NotedSession.tsx'

const ONE = 'GET /v1/session/:sessionId'
const session = confirmedSession()

let navigate: NavigateFunction
function Screen({ shown }: { shown?: string }) {
  const { pathname, search } = useLocation()
  const go = useNavigate()
  useEffect(() => {
    navigate = go
  })
  return (
    <>
      <p>{pathname + search}</p>
      <NotedSession shown={shown} />
    </>
  )
}

// Asynchronous: React would report a card whose code arrives while a synchronous one is awaited.
const openAt = (url: string) => act(async () => navigate(url))

beforeEach(signInCoach)

test('the session that the URL names is shown until it is closed', async () => {
  answerCalls({ [ONE]: { body: session } })
  show(<Screen />)
  await openAt(paths.dashboard({ session: session.id }))
  expect(await screen.findByRole('link', { name: session.title })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(screen.getByText(paths.dashboard())).toBeTruthy()
  expect(screen.queryByRole('link', { name: session.title })).toBeNull()
})

test('nothing is shown for a session that the screen shows anyway, or without one', async () => {
  const sent = answerCalls({})
  show(<Screen shown={session.id} />)
  await openAt(paths.dashboard({ session: session.id }))
  await openAt(paths.dashboard())
  expect([screen.queryByText('De tu notificación'), sent]).toEqual([null, []])
})

test('a session that does not exist for the reader is left out', async () => {
  const sent = answerCalls({ [ONE]: refusal('session.not_found', 404) })
  show(<Screen />)
  await openAt(paths.dashboard({ session: session.id }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText('De tu notificación')).toBeNull())
})
