import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LEGACY_NAMES } from '../../../src/time/zone-list.ts'

// Writes the Spanish names of the zones' cities if they differ from their ids, from the exemplar cities of CLDR 48.2
// (es-MX). The package is 95 MB and its names hardly change, so it is not installed: npm pack cldr-dates-full@48.2.0,
// unpack it, and pass its folder.

const TARGET = 'src/time/zone-cities.json'

type Zones = { [name: string]: Zones | string }

const [folder] = process.argv.slice(2)
if (folder === undefined)
  throw new Error('usage: node scripts/build/lists/zone-cities.ts <folder of cldr-dates-full>')
const file = JSON.parse(readFileSync(join(folder, 'main/es-MX/timeZoneNames.json'), 'utf8')) as {
  main: { 'es-MX': { dates: { timeZoneNames: { zone: Zones } } } }
}

const cities = citiesOf(file.main['es-MX'].dates.timeZoneNames.zone, '')
  .map(([zone, city]) => [LEGACY_NAMES[zone] ?? zone, city] as const)
  .filter(([zone, city]) => city !== zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' '))
  .filter(([zone]) => zone.includes('/') && !zone.startsWith('Etc/'))
  .toSorted(([a], [b]) => (a < b ? -1 : 1))

writeFileSync(TARGET, `${JSON.stringify(Object.fromEntries(cities), null, 2)}\n`)

function citiesOf(zones: Zones, prefix: string): [zone: string, city: string][] {
  return Object.entries(zones).flatMap(([name, value]) => {
    if (typeof value === 'string') return []
    const { exemplarCity } = value
    return typeof exemplarCity === 'string'
      ? [[prefix + name, exemplarCity] satisfies [string, string]]
      : citiesOf(value, `${prefix}${name}/`)
  })
}
