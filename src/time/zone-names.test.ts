import { describe, expect, it } from 'vitest'
import { fromIso } from './clock.ts'
import { browserZone, sameZone, withCity, zoneCity, zoneOption, zoneOptions } from './zone-names.ts'
import { gmtLabel, isTimeZone } from './zones.ts'

const winter = fromIso('2027-01-15T12:00:00Z')
const summer = fromIso('2027-07-15T12:00:00Z')

describe('names of one zone', () => {
  it('treats old and current names as one zone', () => {
    expect(sameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true)
    expect(sameZone('America/Buenos_Aires', 'America/Argentina/Buenos_Aires')).toBe(true)
    expect(sameZone('America/Mexico_City', 'America/Monterrey')).toBe(false)
  })

  it('returns a known id for the zone it runs in', () => {
    expect(isTimeZone(browserZone())).toBe(true)
  })
})

describe('the zone select (spec §2, product D4)', () => {
  // @spec 2.30
  it.each([winter, summer])('runs from GMT-12:00 to GMT+13:00 in about 80 distinct entries', (now) => {
    const options = zoneOptions(now, 'es-MX')
    expect(options.length).toBeGreaterThanOrEqual(78)
    expect(options.length).toBeLessThanOrEqual(88)
    expect(options[0]!.label).toBe('GMT-12:00')
    expect(options.at(-1)!.label).toMatch(/^GMT\+13:00/)
    expect(new Set(options.map((o) => o.timezone)).size).toBe(options.length)
    expect(new Set(options.map((o) => o.label)).size).toBe(options.length)
    const offsets = options.map((o) => o.offsetMinutes)
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b))
    for (const option of options) expect(option.label.startsWith(gmtLabel(option.timezone, now))).toBe(true)
  })

  it.each([
    ['America/Tijuana', '2027-03-14T10:00:00Z', 'GMT-08:00', 'GMT-07:00'],
    ['America/Tijuana', '2027-11-07T09:00:00Z', 'GMT-07:00', 'GMT-08:00'],
    ['Europe/Madrid', '2027-03-28T01:00:00Z', 'GMT+01:00', 'GMT+02:00'],
    ['Europe/Madrid', '2027-10-31T01:00:00Z', 'GMT+02:00', 'GMT+01:00'],
    ['America/Mexico_City', '2027-04-04T08:00:00Z', 'GMT-06:00', 'GMT-06:00'],
  ])('labels %s by the offset of the day, to the minute it changes (%s)', (zone, change, before, after) => {
    const labelAt = (ms: number) =>
      zoneOption(zone, ms as ReturnType<typeof fromIso>, 'es-MX').label.slice(0, 9)
    const at = fromIso(change)
    expect([labelAt(at - 60_000), labelAt(at)]).toEqual([before, after])
  })

  it('names cities in Spanish even if the browser only has the id', () => {
    expect(withCity('hora de Mexico City', 'America/Mexico_City', 'es-MX')).toBe('hora de Ciudad de México')
    expect(withCity('hora de Mazatlan', 'America/Mazatlan', 'es-MX')).toBe('hora de Mazatlán')
    expect(withCity('hora de Tijuana', 'America/Tijuana', 'es-MX')).toBe('hora de Tijuana')
    expect(withCity('hora estándar central', 'America/Mexico_City', 'es-MX')).toBe('hora estándar central')
    expect(withCity('Mexico City Time', 'America/Mexico_City', 'en-US')).toBe('Mexico City Time')
  })

  it('lists every zone of Mexico separately, with its translated name', () => {
    const label = (zone: string, locale: string) =>
      zoneOptions(winter, locale).find((o) => o.timezone === zone)?.label
    expect(label('America/Mexico_City', 'es-MX')).toBe('GMT-06:00 · hora de Ciudad de México')
    expect(label('America/Mexico_City', 'en-US')).toBe('GMT-06:00 · Mexico City')
    const mexican = [
      'Tijuana',
      'Hermosillo',
      'Mazatlan',
      'Ciudad_Juarez',
      'Ojinaga',
      'Matamoros',
      'Monterrey',
    ]
    for (const city of [...mexican, 'Merida', 'Cancun'])
      expect(label(`America/${city}`, 'es-MX')).toBeDefined()
  })

  it('creates an option for a zone that the list leaves out', () => {
    expect(zoneOption('Pacific/Kiritimati', winter, 'es-MX')).toMatchObject({ offsetMinutes: 840 })
    expect(zoneOption('Etc/GMT+5', winter, 'es-MX').label).toBe('GMT-05:00')
  })
})

it.each([
  ['America/Mexico_City', 'Ciudad de México', 'Mexico City'],
  ['America/Merida', 'Mérida', 'Merida'],
  ['America/New_York', 'Nueva York', 'New York'],
  ['Asia/Calcutta', 'Calcuta', 'Calcutta'],
  ['Europe/Madrid', 'Madrid', 'Madrid'],
])('the city of %s is %s, in English %s', (zone, spanish, english) => {
  expect(zoneCity(zone, 'es-MX')).toBe(spanish)
  expect(zoneCity(zone, 'en-US')).toBe(english)
})
