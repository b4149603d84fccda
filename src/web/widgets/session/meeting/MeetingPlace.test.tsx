import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInClient, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { useStore } from '#web/store/store.ts'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import { MeetingPlace } from './MeetingPlace.tsx'

const withoutLink = { channel: 'zoom', modality: 'online', meetingUrl: null, place: null } as const

const SAVE = 'PUT /v1/session/:sessionId'

async function openField(): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole('button', { name: 'Agregar enlace' }))
  return screen.findByRole('textbox', { name: 'Enlace de la reunión' })
}

// @spec P.231
test.each([
  ['in a list', signInClient, false],
  ['on its own page', signInCoach, true],
])('a place leads to it on a map by one tap, %s', (_, signIn, whole) => {
  signIn()
  const place = 'Calle 60 #491, Mérida'
  show(
    <MeetingPlace
      session={confirmedSession({ channel: 'place', modality: 'inPerson', meetingUrl: null, place })}
      whole={whole}
    />,
  )
  const link = screen.getByRole('link', { name: place })
  expect(link.getAttribute('href')).toBe(
    'https://www.google.com/maps/search/?api=1&query=Calle%2060%20%23491%2C%20M%C3%A9rida',
  )
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
})

test('the missing link of a session is added in its place, and its channel stays', async () => {
  signInCoach()
  const session = confirmedSession({ ...withoutLink, allowedActions: ['edit'] })
  const sent = answerCalls({ [SAVE]: { body: { ...session, meetingUrl: 'https://zoom.us/j/1' } } })
  show(<MeetingPlace session={session} whole />)
  expect(screen.getByText(/aún no tiene enlace/)).toBeTruthy()
  fireEvent.change(await openField(), { target: { value: 'https://zoom.us/j/1' } })
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(useStore.getState().alert?.msg).toBe('Agregamos el enlace.'))
  expect(sent).toEqual([{ route: SAVE, body: { meetingUrl: 'https://zoom.us/j/1' } }])
})

test('what is no link is not sent, and the field closes without it', async () => {
  signInCoach()
  const sent = answerCalls({})
  show(<MeetingPlace session={confirmedSession({ ...withoutLink, allowedActions: ['edit'] })} whole />)
  const field = await openField()
  fireEvent.change(field, { target: { value: 'mi sala' } })
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText(/https/)).toBeTruthy()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Agregar enlace' }))
  expect(sent).toEqual([])
})

test('who may not edit it only reads that it is missing', () => {
  signInCoach()
  show(<MeetingPlace session={confirmedSession({ ...withoutLink, allowedActions: [] })} whole />)
  expect(screen.getByText(/aún no tiene enlace/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('once a link was added here, its field does not open by itself when it is missing again', async () => {
  signInCoach()
  const session = confirmedSession({ ...withoutLink, allowedActions: ['edit'] })
  const { queryKey } = sessionQuery(session.id)
  const withLink = { ...session, meetingUrl: 'https://zoom.us/j/1' }
  answerCalls({ [SAVE]: { body: withLink }, 'GET /v1/session/:sessionId': { body: withLink } })
  queryClient.setQueryData(queryKey, session)
  function Shown() {
    const { data } = useQuery({ ...sessionQuery(session.id), staleTime: Infinity })
    return data && <MeetingPlace session={data} whole />
  }
  show(<Shown />)
  fireEvent.change(await openField(), { target: { value: withLink.meetingUrl } })
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await screen.findByRole('link', { name: withLink.meetingUrl })
  await act(async () => queryClient.setQueryData(queryKey, session))
  expect(await screen.findByRole('button', { name: 'Agregar enlace' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})
