import type { CountryRecord } from '#contract/countries.ts'
import type { EpochMs } from '#time/clock.ts'
import { type ZoneOption, sameZone, zoneOption, zoneOptions } from '#time/zone-names.ts'

type Option = { value: string; label: string }

/** Countries by their name in the viewer's language; the value is `name.common` (product D4). */
export function countryOptions(countries: readonly CountryRecord[], locale: string): Option[] {
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  return countries
    .map(({ name, cca2 }) => ({ value: name.common, label: names.of(cca2) ?? name.common }))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
}

/**
 * The zone select: the country's zones first, then all others, west to east (product D4). The zone chosen before is
 * listed under its stored id, also if the list has another id for it or does not have it.
 */
export function zoneGroups(
  country: CountryRecord | undefined,
  now: EpochMs,
  locale: string,
  chosen = '',
): { own: Option[]; others: Option[] } {
  const westToEast = (a: ZoneOption, b: ZoneOption) =>
    a.offsetMinutes - b.offsetMinutes || a.label.localeCompare(b.label, locale)
  const own = (country?.timezones ?? []).map((timezone) => zoneOption(timezone, now, locale)).sort(westToEast)
  const others = zoneOptions(now, locale).filter(
    ({ timezone }) => !own.some((zone) => sameZone(zone.timezone, timezone)),
  )
  const isListed = [...own, ...others].some(({ timezone }) => sameZone(timezone, chosen))
  if (chosen !== '' && !isListed) others.push(zoneOption(chosen, now, locale))
  const asOption = ({ timezone, label }: ZoneOption) => ({
    value: sameZone(timezone, chosen) ? chosen : timezone,
    label,
  })
  return { own: own.map(asOption), others: others.sort(westToEast).map(asOption) }
}

/** The country of a zone that lies in exactly one. */
export function countryOfZone(countries: readonly CountryRecord[], timezone: string): string | undefined {
  const found = countries.filter(({ timezones }) => timezones.some((zone) => sameZone(zone, timezone)))
  return found.length === 1 ? found[0]?.name.common : undefined
}
