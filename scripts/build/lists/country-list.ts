import zones from 'countries-and-timezones'
import world from 'world-countries'
import type { CountryRecord } from '#contract/countries.ts'
import { isTimeZone } from '#time/zones.ts'

/** A country and its zones in the time zone database, before either is checked. */
type Source = { name: string; cca2: string; timezones: readonly string[] }

/** Kosovo uses Belgrade's time and has no entry; the other two are uninhabited. */
const MISSING_ZONES: Readonly<Record<string, readonly string[]>> = {
  XK: ['Europe/Belgrade'],
  BV: ['UTC'],
  HM: ['UTC'],
}

/** The countries of product §21 by name, each with the zones that the product supports. */
export function countryRecords(sources: readonly Source[]): CountryRecord[] {
  return sources
    .map(({ name, cca2, timezones }) => ({
      name: { common: name },
      cca2,
      timezones: [...(MISSING_ZONES[cca2] ?? timezones)].filter(isTimeZone),
    }))
    .sort((a, b) => a.name.common.localeCompare(b.name.common, 'en'))
}

/** The countries as in their packages. */
export function countryList(): CountryRecord[] {
  // The package's types describe its ES module; Node loads the other one, whose default is the list itself.
  const countries = world as unknown as { name: { common: string }; cca2: string }[]
  return countryRecords(
    countries.map(({ name, cca2 }) => ({
      name: name.common,
      cca2,
      timezones: zones.getCountry(cca2)?.timezones ?? [],
    })),
  )
}
