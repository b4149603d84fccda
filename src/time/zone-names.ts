import type { EpochMs } from './clock.ts'
import spanishCities from './zone-cities.json' with { type: 'json' }
import { LEGACY_NAMES, LISTED_ZONES } from './zone-list.ts'
import { gmtLabel, isTimeZone, offsetMinutes, reportedZone } from './zones.ts'

/**
 * One option of the time zone select: `label` is "GMT-06:00 · …", `name` (may be empty) is the part after the offset.
 */
export type ZoneOption = {
  readonly timezone: string
  readonly offsetMinutes: number
  readonly name: string
  readonly label: string
}

/**
 * The options of the time zone select, west to east, from GMT-12:00 to GMT+13:00 (spec §2, product D4). Values are IANA
 * ids; labels contain the offset at `now`, so they change with daylight saving time.
 */
export function zoneOptions(now: EpochMs, locale: string): ZoneOption[] {
  return LISTED_ZONES.filter(isTimeZone)
    .map((zone) => zoneOption(zone, now, locale))
    .sort((a, b) => a.offsetMinutes - b.offsetMinutes || a.name.localeCompare(b.name, locale))
}

/** The option for any zone, for countries whose zones are not in the list. */
export function zoneOption(timezone: string, now: EpochMs, locale: string): ZoneOption {
  const name = genericName(timezone, now, locale)
  return {
    timezone,
    offsetMinutes: offsetMinutes(timezone, now),
    name,
    label: [gmtLabel(timezone, now), name].filter(Boolean).join(' · '),
  }
}

/** The zone of this browser or process, by its current IANA name; UTC if unknown. */
export function browserZone(): string {
  const zone = reportedZone()
  return zone !== undefined && isTimeZone(zone) ? presentName(zone) : 'UTC'
}

/** Whether two ids name the same zone (Asia/Calcutta is Asia/Kolkata). */
export function sameZone(a: string, b: string): boolean {
  return presentName(a) === presentName(b)
}

function presentName(zone: string): string {
  return LEGACY_NAMES[zone] ?? zone
}

/** The localised name of a zone's time; the id's city if the language only has an abbreviation. */
function genericName(zone: string, ms: EpochMs, locale: string): string {
  // Etc/GMT+12 is GMT-12:00: its own name would contradict the label.
  if (zone.startsWith('Etc/GMT')) return ''
  const parts = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    timeZoneName: 'shortGeneric',
  }).formatToParts(ms)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
  return /\p{Ll}/u.test(name) ? withCity(name, zone, locale) : zoneCity(zone, locale)
}

/** Browsers have no translated city names and use the id's: "hora de Mexico City". */
export function withCity(name: string, zone: string, locale: string): string {
  return name.replace(cityOfId(zone), zoneCity(zone, locale))
}

/** Spanish names of cities that differ from their ids (scripts/build/lists/zone-cities.ts). */
const SPANISH_CITIES: Readonly<Record<string, string>> = spanishCities

/** The city in an id: America/Mexico_City is Mexico City, in Spanish "Ciudad de México" (CLDR). */
export function zoneCity(zone: string, locale: string): string {
  const spanish = locale.startsWith('es') ? SPANISH_CITIES[presentName(zone)] : undefined
  return spanish ?? cityOfId(zone)
}

function cityOfId(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
