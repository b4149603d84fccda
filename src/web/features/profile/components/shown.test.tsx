import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { SessionUser } from '#contract/account/auth.ts'
import { answerCalls } from '#test/support/web/fake-api.ts'
import { signInCoach } from '#test/support/web/people.ts'
import { show } from '#test/support/web/show.tsx'
import { setUser, useStore } from '#web/store/store.ts'
import { Component as Customization } from '../CustomizationScreen.tsx'
import { ShownLinks } from './ShownLinks.tsx'
import { ShownResidence } from './ShownResidence.tsx'

const have = (change: Partial<SessionUser>) =>
  setUser({ ...useStore.getState().session.user, companyPhoto: null, ...change } as SessionUser)

/** The value beside a name. */
const valueOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent

beforeEach(signInCoach)

test('links are shown without fields, and a missing one is said to be', () => {
  have({ zoom: 'https://zoom.us/j/1', phone: null })
  show(<ShownLinks names={['zoom', 'phone']} />)
  expect([valueOf('Zoom'), valueOf('Telefono')]).toEqual(['https://zoom.us/j/1', 'Sin indicar'])
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a residence is shown in the words of the reader', async () => {
  const spain = { name: { common: 'Spain' }, cca2: 'ES', timezones: ['Europe/Madrid'] }
  answerCalls({ 'GET /v1/countries': { body: { data: [spain] } } })
  have({ country: 'Spain', city: 'Toledo', timezone: 'Europe/Madrid' })
  show(<ShownResidence />)
  expect(await screen.findByText('España')).toBeTruthy()
  expect([valueOf('Ciudad'), valueOf('Zona horaria')]).toEqual([
    'Toledo',
    expect.stringContaining('hora de España'),
  ])
})

// @spec 5.5
test('the account form says that a city is required, where it cannot be written', async () => {
  answerCalls({ 'GET /v1/countries': { body: { data: [] } } })
  have({ country: 'Mexico', city: null })
  show(<ShownResidence />)
  expect(valueOf('Ciudad')).toBe('Campo requerido')
})

test("the practice's appearance is shown with the way to where it is edited", () => {
  have({ companyName: 'Casa Brújula', colorUI: '3E1293' })
  show(<Customization />)
  expect([valueOf('Nombre de la empresa'), valueOf('Color')]).toEqual(['Casa Brújula', 'Morado'])
  expect(screen.getByRole('link', { name: 'Cambiar: Tu empresa' }).getAttribute('href')).toBe('/company')
  expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull()
})
