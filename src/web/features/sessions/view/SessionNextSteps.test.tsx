import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { confirmedSession } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import type { Viewer } from '#web/store/viewer.ts'
import { SessionNextSteps } from './SessionNextSteps.tsx'

const moveable = confirmedSession({ allowedActions: ['reschedule', 'cancel'], feedback: [], closing: null })
const fixed = { ...moveable, allowedActions: [] }
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

test.each([
  ['moves', 'Mover sesión'],
  ['cancels', 'Cancelar sesión'],
])('the dialog that %s ends with the permission, and does not come back with it', async (_, name) => {
  answerCalls({})
  const { rerender } = show(<SessionNextSteps session={moveable} viewer={viewer} />)
  fireEvent.click(screen.getByRole('button', { name }))
  await screen.findByRole('dialog')
  rerender(<SessionNextSteps session={fixed} viewer={viewer} />)
  expect(screen.queryByRole('dialog')).toBeNull()
  rerender(<SessionNextSteps session={moveable} viewer={viewer} />)
  expect(screen.queryByRole('dialog')).toBeNull()
})
