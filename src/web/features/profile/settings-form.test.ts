import { describe, expect, test } from 'vitest'
import type { SessionUser } from '#contract/account/auth.ts'
import type { UserId } from '#contract/values.ts'
import { schemaResolver } from '#web/widgets/forms/form-model.ts'
import { MEETING_LINKS, SettingsForm, settingsBody, settingsOf } from './settings-form.ts'

const id = '019413d6-0000-7000-8000-000000000000' as UserId
const user = {
  country: 'Spain',
  city: null,
  timezone: 'Europe/Madrid',
  language: 'es-MX',
  colorScheme: 'auto',
  meet: 'https://meet.example.org/ana',
  phone: null,
} as SessionUser
const filled = { ...settingsOf(user), city: 'Madrid' }

/** The errors of the form by field. */
async function errorsOf(values: SettingsForm) {
  const resolve = schemaResolver(SettingsForm)
  const { errors } = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, (error as { message: string }).message]),
  )
}

describe('the settings form (spec §2, §5)', () => {
  // @spec 2.28, 2.33, 9.11
  test('opens with the saved values, empty without any, and Mexico without a country (spec §9)', () => {
    expect(settingsOf(user)).toMatchObject({
      country: 'Spain',
      city: '',
      timezone: 'Europe/Madrid',
      meet: 'https://meet.example.org/ana',
      phone: '',
      teams: '',
    })
    expect(settingsOf({ ...user, country: '' }).country).toBe('Mexico')
  })

  // @spec 2.35, 5.5
  test('of the account requires the language besides (spec §5)', async () => {
    // The code of "Campo requerido".
    expect(await errorsOf({ ...filled, language: '' })).toEqual({ language: 'required' })
    expect(settingsBody(id, filled, ['language', 'colorScheme'])).toEqual({
      id,
      country: 'Spain',
      city: 'Madrid',
      timezone: 'Europe/Madrid',
      language: 'es-MX',
      colorScheme: 'auto',
    })
  })

  // @spec 5.5
  test('requires country, city and zone', async () => {
    expect(await errorsOf(filled)).toEqual({})
    expect(await errorsOf({ ...filled, country: '', city: '  ', timezone: '' })).toEqual({
      country: 'required',
      city: 'required',
      timezone: 'required',
    })
  })

  test('takes any text as a link and refuses a scheme that runs', async () => {
    expect(await errorsOf({ ...filled, skype: 'ana.coach', phone: '55 1234 5678' })).toEqual({})
    expect(await errorsOf({ ...filled, zoom: 'javascript:alert(1)' })).toEqual({ zoom: 'link_scheme' })
  })

  // @spec 2.31
  test('shows a coach the links of spec §2 and product D12, in their order', () => {
    expect(MEETING_LINKS).toEqual(['teams', 'meet', 'zoom', 'skype', 'whatsapp', 'facetime', 'phone'])
  })
})

// @spec 3.8
describe('the settings payload (spec §3)', () => {
  test('of a client is id, country, city and timezone alone', () => {
    expect(settingsBody(id, filled, [])).toEqual({
      id,
      country: 'Spain',
      city: 'Madrid',
      timezone: 'Europe/Madrid',
    })
  })

  test('of a coach also has the links shown; an emptied one is sent as an empty text, which removes it', () => {
    expect(settingsBody(id, { ...filled, meet: '' }, MEETING_LINKS)).toEqual({
      id,
      country: 'Spain',
      city: 'Madrid',
      timezone: 'Europe/Madrid',
      teams: '',
      meet: '',
      zoom: '',
      skype: '',
      whatsapp: '',
      facetime: '',
      phone: '',
    })
  })
})
