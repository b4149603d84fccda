import { fireEvent, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { beforeEach, expect, test } from 'vitest'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { AttendanceFields } from './AttendanceFields.tsx'
import { type ClosingValues, emptyClosing } from '../closing-form.ts'

function Form({ session }: { session: SessionDto }) {
  const form = useForm<ClosingValues>({ defaultValues: emptyClosing(session) })
  return (
    <FormProvider {...form}>
      <AttendanceFields session={session} />
    </FormProvider>
  )
}

const person = (name: string, at: Pick<SessionDto['attendance'][number], 'joinedAt' | 'leftAt'>) => ({
  personId: `01890000-0000-7000-8000-0000000000${name.length}0` as never,
  name,
  lastName: 'Vega',
  photo: null,
  state: null,
  reason: null,
  ...at,
})
const minutes = () => screen.getByLabelText<HTMLInputElement>('Minutos reales')

beforeEach(() => signInCoach())

// @spec P.226
test('the minutes of a call are filled in, with where they come from, and come back after another answer', () => {
  const { startsAt, endsAt } = confirmedSession()
  const attendance = [person('Mariana', { joinedAt: startsAt, leftAt: endsAt })]
  show(<Form session={{ ...confirmedSession(), call: { minutes: 48 }, attendance }} />)
  expect(minutes().value).toBe('48')
  expect(screen.getByText('Según la videollamada. Duración planeada: 60 min')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('No asistió'))
  expect(minutes().value).toBe('0')
  fireEvent.click(screen.getByLabelText('Asistió'))
  expect(minutes().value).toBe('48')
})

// @spec P.225
test('each member of a group has when they were in the call', () => {
  const { startsAt, endsAt } = confirmedSession()
  const attendance = [
    person('Luz', { joinedAt: startsAt, leftAt: endsAt }),
    person('Omar', { joinedAt: null, leftAt: null }),
  ]
  show(<Form session={{ ...confirmedSession(), type: 'Group', call: { minutes: 60 }, attendance }} />)
  const times = screen.getAllByText(/En la videollamada/).map(({ textContent }) => textContent)
  expect(times).toEqual([expect.stringMatching(/^En la videollamada: 9:00–10:00\sh$/)])
  expect(screen.getByRole('status').textContent).toBe('1 de 2 asistieron')
})
