import { describe, expect, test } from 'vitest'
import { listCountries as endpoint } from '#contract/countries.ts'
import { isTimeZone } from '#time/zones.ts'
import { isCountry, listCountries } from './countries.service.ts'

describe('the countries', () => {
  // @spec 2.28
  test('are complete, without duplicates, sorted by name, as the contract says', () => {
    const page = listCountries()
    expect(endpoint.response.parse(page)).toEqual(page)
    expect(page.total).toBe(page.data.length)
    expect(page.total).toBeGreaterThan(240)
    expect(new Set(page.data.map(({ cca2 }) => cca2)).size).toBe(page.total)
    expect(new Set(page.data.map(({ name }) => name.common)).size).toBe(page.total)
    const names = page.data.map(({ name }) => name.common)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
  })

  test('each have a zone, and only zones that the product supports', () => {
    for (const { name, timezones } of listCountries().data) {
      expect(timezones.length, name.common).toBeGreaterThan(0)
      expect(
        timezones.filter((zone) => !isTimeZone(zone)),
        name.common,
      ).toEqual([])
    }
  })

  test('Mexico has its twelve zones', () => {
    const mexico = listCountries().data.find(({ cca2 }) => cca2 === 'MX')
    expect(mexico).toEqual({
      name: { common: 'Mexico' },
      cca2: 'MX',
      timezones: [
        'America/Bahia_Banderas',
        'America/Cancun',
        'America/Chihuahua',
        'America/Ciudad_Juarez',
        'America/Hermosillo',
        'America/Matamoros',
        'America/Mazatlan',
        'America/Merida',
        'America/Mexico_City',
        'America/Monterrey',
        'America/Ojinaga',
        'America/Tijuana',
      ],
    })
  })

  test('are only known by their common name', () => {
    expect(isCountry('Mexico')).toBe(true)
    expect(isCountry('Spain')).toBe(true)
    for (const other of ['mexico', 'MX', 'Atlantis', '', '__proto__', 'constructor']) {
      expect(isCountry(other), other).toBe(false)
    }
  })
})
