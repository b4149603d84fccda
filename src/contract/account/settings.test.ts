import { describe, expect, test } from 'vitest'
import { CONTACT_LINKS, ContactLinks, SettingsBody } from './settings.ts'

const good = {
  id: '019413d6-0000-7000-8000-000000000000',
  country: 'Mexico',
  city: 'Mérida',
  timezone: 'America/Merida',
}

const messages = (body: object) =>
  Object.fromEntries(
    (SettingsBody.safeParse(body).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )

describe('the settings payload (spec §3, §5)', () => {
  // @spec 3.8, 5.1
  test('needs id, country, city and timezone', () => {
    expect(SettingsBody.parse(good)).toEqual(good)
    for (const name of Object.keys(good)) {
      expect(Object.keys(messages({ ...good, [name]: undefined })), name).toEqual([name])
    }
  })

  // @spec 5.6
  test.each(['country', 'timezone'])('says "Required" for %s (product D20)', (name) => {
    for (const missing of [undefined, null, '']) {
      expect(messages({ ...good, [name]: missing })).toEqual({ [name]: 'Required' })
    }
  })

  // @spec 5.7
  test('takes the links of spec §3 and of product D12, all optional', () => {
    expect(Object.keys(ContactLinks.shape)).toEqual([...CONTACT_LINKS])
    expect(CONTACT_LINKS).toEqual([
      'facebook',
      'instagram',
      'twitter',
      'linkedIn',
      'teams',
      'meet',
      'zoom',
      'skype',
      'whatsapp',
      'facetime',
      'phone',
    ])
  })

  test('takes the two languages and the three schemes', () => {
    expect(SettingsBody.parse({ ...good, language: 'en-US', colorScheme: 'dark' })).toMatchObject({
      language: 'en-US',
      colorScheme: 'dark',
    })
    expect(Object.keys(messages({ ...good, language: 'fr-FR', colorScheme: 'pink' }))).toEqual([
      'language',
      'colorScheme',
    ])
  })
})
