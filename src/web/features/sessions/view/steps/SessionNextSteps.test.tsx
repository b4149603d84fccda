import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { confirmedSession } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { SessionNextSteps } from './SessionNextSteps.tsx'

const moveable = confirmedSession({ allowedActions: ['reschedule', 'cancel'], feedback: [], closing: null })
/** Without an address to join, cancelling is a button. */
const onSite = { ...moveable, meetingUrl: null }
const fixed = { ...onSite, allowedActions: [] }
const viewer: Viewer = {
  side: 'client',
  userId: 'u1',
  coachId: moveable.coachId,
  clientId: moveable.clientId,
  timezone: 'America/Mexico_City',
}

// The kit's text areas listen to it, and the page of the tests has none.
beforeAll(
  () => void Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }),
)

const coach: Viewer = { ...viewer, side: 'coach', userId: moveable.coachId, clientId: null }
const texts = (role: string) => screen.queryAllByRole(role).map(({ textContent }) => textContent)

test('a coach has the brief and moving as buttons, and cancelling last in the menu', async () => {
  answerCalls({})
  const session: SessionDto = { ...moveable, allowedActions: ['reschedule', 'edit', 'cancel'] }
  show(<SessionNextSteps session={session} viewer={coach} />)
  expect(texts('link')).toEqual(['Ver ficha'])
  expect(texts('button')).toEqual(['Reagendar', 'Más'])
  fireEvent.click(screen.getByRole('button', { name: 'Más' }))
  await screen.findByRole('menu')
  expect(texts('menuitem')).toEqual(['Editar', 'Nueva nota', 'Unirme', 'Cancelar sesión'])
})

test('where the menu is there anyway, what cancels is in it and no button', async () => {
  answerCalls({})
  show(
    <SessionNextSteps
      session={{ ...moveable, phase: 'inProgress', allowedActions: ['cancel'] }}
      viewer={viewer}
    />,
  )
  expect(texts('button')).toEqual(['Más'])
  fireEvent.click(screen.getByRole('button', { name: 'Más' }))
  await screen.findByRole('menu')
  expect(texts('menuitem').at(-1)).toBe('Cancelar sesión')
})

test('a dialog opened from the menu gives the focus back to the menu’s button', async () => {
  answerCalls({})
  show(<SessionNextSteps session={moveable} viewer={viewer} />)
  const more = screen.getByRole('button', { name: 'Más' })
  fireEvent.click(more)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Cancelar sesión' }))
  fireEvent.click(await screen.findByRole('button', { name: 'No, conservarla' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(more)
})

test.each([
  ['moves', 'Mover sesión'],
  ['cancels', 'Cancelar sesión'],
])('the dialog that %s ends with the permission, and does not come back with it', async (_, name) => {
  answerCalls({})
  const { rerender } = show(<SessionNextSteps session={onSite} viewer={viewer} />)
  fireEvent.click(screen.getByRole('button', { name }))
  await screen.findByRole('dialog')
  rerender(<SessionNextSteps session={fixed} viewer={viewer} />)
  expect(screen.queryByRole('dialog')).toBeNull()
  rerender(<SessionNextSteps session={onSite} viewer={viewer} />)
  expect(screen.queryByRole('dialog')).toBeNull()
})
