import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls, refusal } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { HeldQuestion } from './HeldQuestion.tsx'

const HINT = 'Si se cortó o se movió, dale otro horario.'

beforeEach(() => {
  signInCoach()
  // The dialog's own reads are not the subject.
  const failed = refusal('server.error', 500)
  answerCalls({
    'GET /v1/coach/recurring-calendar/:coachId': failed,
    'GET /v1/coach/availability/days/:coachId': failed,
  })
})

test('the answer that gives another time says so, and the dialog says when the session is now', async () => {
  show(<HeldQuestion session={confirmedSession({ phase: 'toClose' })} />)
  expect(screen.getByText(HINT)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Reagendarla' }))
  expect(await screen.findByText(/ · ahora jueves 4 de febrero, 9:00–10:00 h$/)).toBeTruthy()
})

test('a session that cannot be moved offers and explains no other time', () => {
  show(<HeldQuestion session={confirmedSession({ phase: 'toClose', allowedActions: [] })} />)
  expect(screen.queryByText(HINT)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Reagendarla' })).toBeNull()
})
