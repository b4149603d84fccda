import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ClientDetail } from '#contract/clients.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setNow } from '#test/support/web/time.ts'
import { ClientBanner } from './ClientBanner.tsx'

test.each([
  ['2027-02-02T18:00:00.000Z', /^Mariana eliminará su cuenta el 4 de marzo\. Ese día/],
  ['2027-03-05T18:00:00.000Z', /^Mariana eliminará su cuenta en las próximas horas\. Entonces/],
])('at %s the coach is told truly when an account ends', (now, text) => {
  setNow(now)
  signInCoach()
  const client = {
    name: 'Mariana',
    status: 'active',
    accountEnded: false,
    accountEndsAt: '2027-03-04T18:00:00.000Z',
  } as ClientDetail
  show(<ClientBanner client={client} timezone="America/Mexico_City" />)
  expect(screen.getByText(text)).toBeTruthy()
})
