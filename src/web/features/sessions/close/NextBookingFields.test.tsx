import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { beforeEach, expect, test } from 'vitest'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { confirmedSession, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import type { ClosingValues } from './closing-form.ts'
import { NextBookingFields } from './NextBookingFields.tsx'
import { emptyNext } from './next-booking.ts'

const session = confirmedSession()
const next = confirmedSession({
  id: '01890000-0000-7000-8000-000000000009' as typeof session.id,
  startsAt: '2027-02-18T15:00:00.000Z' as typeof session.startsAt,
  endsAt: '2027-02-18T16:00:00.000Z' as typeof session.endsAt,
})
const PREVIEW = 'POST /v1/session/preview'

let form: UseFormReturn<ClosingValues>
function Form() {
  const now = useForm<ClosingValues>({ defaultValues: { next: emptyNext(session) } as ClosingValues })
  useEffect(() => {
    form = now
  })
  return (
    <FormProvider {...now}>
      <NextBookingFields session={session} />
    </FormProvider>
  )
}

/** The fields, while these sessions are the ones to come. */
function open(coming: unknown[]) {
  const sent = answerCalls({
    'GET /v1/session/Client/:clientId': { body: { data: coming, total: coming.length } },
    'GET /v1/coach/recurring-calendar/:coachId': { body: { durations: [45, 60] } },
    [PREVIEW]: { body: { occurrences: [] } },
  })
  show(<Form />)
  return sent
}
const wanted = () => screen.getByRole<HTMLInputElement>('checkbox')

beforeEach(() => {
  setNow('2027-02-04T16:05:00.000Z')
  signInCoach()
})

test('suggests the same weekday and time, and books nothing until it is wanted', async () => {
  const sent = open([session])
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.getByText(/11 de febrero/).textContent).toMatch(/jueves/i)
  expect([wanted().checked, form.getValues('next').wanted]).toEqual([false, false])
})

test('once wanted, the suggestion is filled in and its warnings are asked for', async () => {
  const sent = open([session])
  fireEvent.click(wanted())
  expect(form.getValues('next')).toEqual({ wanted: true, date: '2027-02-11', time: '09:00', durationMin: 60 })
  const asked = {
    type: 'Client',
    clientId: session.clientId,
    startsAt: '2027-02-11T15:00:00.000Z',
    endsAt: '2027-02-11T16:00:00.000Z',
  }
  await waitFor(() => expect(sent).toContainEqual({ route: PREVIEW, body: asked }))
})

test('a time that was chosen survives being turned off and on again', () => {
  open([session])
  fireEvent.click(wanted())
  form.setValue('next.time', '17:30')
  fireEvent.click(wanted())
  fireEvent.click(wanted())
  expect(form.getValues('next')).toMatchObject({ wanted: true, date: '2027-02-11', time: '17:30' })
})

test('a session that is booked already is named, and another one is offered', async () => {
  open([session, next])
  expect((await screen.findByText(/18 de febrero/)).textContent).toMatch(/9:00/)
  expect(screen.getByRole('checkbox', { name: /otra/i })).toBe(wanted())
})
