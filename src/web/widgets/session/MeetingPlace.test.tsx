import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { MeetingPlace } from './MeetingPlace.tsx'

const withoutLink = { channel: 'meet', modality: 'online', meetingUrl: null, place: null } as const

test('a session without a link leads to where one is added, for who may edit it', () => {
  signInCoach()
  const session = confirmedSession({ ...withoutLink, allowedActions: ['edit'] })
  show(<MeetingPlace session={session} whole />)
  expect(screen.getByText(/aún no tiene enlace/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Agregar enlace' }).getAttribute('href')).toBe(
    `/calendar/session/edit/Client/${session.id}`,
  )
})

test('who may not edit it only reads that it is missing', () => {
  signInCoach()
  show(<MeetingPlace session={confirmedSession({ ...withoutLink, allowedActions: [] })} whole />)
  expect(screen.getByText(/aún no tiene enlace/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
