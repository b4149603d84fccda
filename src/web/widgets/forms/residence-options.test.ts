import { describe, expect, test } from 'vitest'
import { fromIso } from '#time/clock.ts'
import { countryOfZone, countryOptions, zoneGroups } from './residence-options.ts'

const winter = fromIso('2027-01-15T12:00:00Z')
const mexico = {
  name: { common: 'Mexico' },
  cca2: 'MX',
  timezones: ['America/Tijuana', 'America/Mexico_City', 'America/Cancun'],
}
const india = { name: { common: 'India' }, cca2: 'IN', timezones: ['Asia/Calcutta'] }
const nowhere = { name: { common: 'Atlantis' }, cca2: 'XX', timezones: [] }

describe('countries', () => {
  test("show the name in the viewer's language and store name.common (product D4)", () => {
    expect(countryOptions([nowhere, mexico, india], 'es-MX')).toEqual([
      { value: 'Atlantis', label: 'Atlantis' },
      { value: 'India', label: 'India' },
      { value: 'Mexico', label: 'México' },
    ])
  })

  test('a zone of one country determines the country', () => {
    expect(countryOfZone([mexico, india], 'America/Cancun')).toBe('Mexico')
    expect(countryOfZone([mexico, india], 'Asia/Kolkata')).toBe('India')
    expect(countryOfZone([mexico, india], 'Europe/Madrid')).toBeUndefined()
    expect(
      countryOfZone([mexico, { ...india, timezones: mexico.timezones }], 'America/Cancun'),
    ).toBeUndefined()
  })
})

describe('zones (product D4)', () => {
  // @spec 2.32
  test("the country's zones come first, west to east, and are not repeated", () => {
    const { own, others } = zoneGroups(mexico, winter, 'es-MX')
    expect(own.map(({ value }) => value)).toEqual([
      'America/Tijuana',
      'America/Mexico_City',
      'America/Cancun',
    ])
    expect(others.length).toBeGreaterThan(60)
    expect(others.filter(({ value }) => mexico.timezones.includes(value))).toEqual([])
  })

  test('each is labelled by its offset today', () => {
    const { own } = zoneGroups(mexico, winter, 'es-MX')
    expect(own[0]?.label).toMatch(/^GMT-08:00/)
    const summer = zoneGroups(mexico, fromIso('2027-07-15T12:00:00Z'), 'es-MX')
    expect(summer.own[0]?.label).toMatch(/^GMT-07:00/)
  })

  test('another spelling of the same zone counts as the same', () => {
    const { others } = zoneGroups(india, winter, 'es-MX')
    expect(others.map(({ value }) => value)).not.toContain('Asia/Kolkata')
  })

  test('the chosen zone is always listed, under the id it is stored by', () => {
    const values = (chosen: string) => {
      const { own, others } = zoneGroups(mexico, winter, 'es-MX', chosen)
      return [...own, ...others].map(({ value }) => value)
    }
    expect(values('Asia/Calcutta')).toContain('Asia/Calcutta')
    expect(values('Asia/Calcutta')).not.toContain('Asia/Kolkata')
    const kiritimati = values('Pacific/Kiritimati')
    expect(kiritimati.at(-1)).toBe('Pacific/Kiritimati')
    expect(values('')).not.toContain('')
    expect(new Set(kiritimati).size).toBe(kiritimati.length)
  })

  test('without a country all zones are offered', () => {
    const { own, others } = zoneGroups(undefined, winter, 'es-MX')
    expect(own).toEqual([])
    expect(others.map(({ value }) => value)).toContain('America/Mexico_City')
  })
})
