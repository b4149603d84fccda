import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { IsoInstant } from '#contract/values.ts'
import { signInClient, signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import { setSession, useStore } from '#web/store/store.ts'
import EndBanner from './EndBanner.tsx'

const END = '2027-03-04T18:00:00.000Z' as IsoInstant

test.each([
  ['2027-02-02T18:00:00.000Z', 'Tu cuenta se eliminará el 4 de marzo.'],
  ['2027-03-04T17:30:00.000Z', 'Tu cuenta se eliminará en las próximas horas.'],
  ['2027-03-06T17:30:00.000Z', 'Tu cuenta se eliminará en las próximas horas.'],
])('at %s the end of one’s own account is said truly', (now, text) => {
  setNow(now)
  signInCoach()
  const { session } = useStore.getState()
  setSession({ ...session, user: { ...session.user!, endsAt: END } })
  show(<EndBanner />)
  expect(screen.getByText(text)).toBeTruthy()
})

test.each([
  ['2027-02-02T18:00:00.000Z', /^Ana López cierra este espacio el 4 de marzo\. Descarga antes/],
  ['2027-03-06T17:30:00.000Z', /^Ana López cierra este espacio en las próximas horas\. Descarga ahora/],
])('at %s the end of the coach’s space is said truly', (now, text) => {
  setNow(now)
  signInClient()
  const { session } = useStore.getState()
  const coach = { ...session.user!.coach!, lastName: 'López', endsAt: END }
  setSession({ ...session, user: { ...session.user!, coach } })
  show(<EndBanner />)
  expect(screen.getByText(text)).toBeTruthy()
})
