import { dayNumber, fromDayNumber, weekdayOfDay, type CalendarDate, type Weekday } from './calendar-date.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type EpochMs } from './clock.ts'
import spanishCities from './zone-cities.json' with { type: 'json' }
import { LEGACY_NAMES, LISTED_ZONES } from './zone-list.ts'
import { zoneRules } from './zone-rules.ts'

/** What a clock on the wall shows. */
export type WallClock = {
  readonly date: CalendarDate
  readonly hour: number
  readonly minute: number
  readonly weekday: Weekday
}

/** One entry of the time zone select: `label` is "GMT-06:00 · …", `place` (may be empty) what follows the offset. */
export type ZoneOption = {
  readonly timezone: string
  readonly offsetMinutes: number
  readonly place: string
  readonly label: string
}

const ZONE_ID = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/

/** Whether the runtime knows the text as an IANA zone id. Bare offsets such as "+05:00" are not ids. */
export function isTimeZone(id: string): boolean {
  if (id.length > 50 || !ZONE_ID.test(id)) return false
  try {
    zoneRules(id)
    return true
  } catch {
    return false
  }
}

/** Minutes east of UTC in a zone at an instant; not whole for local mean times of the past. */
export function offsetMinutes(zone: string, ms: EpochMs): number {
  return zoneRules(zone).offsetAt(ms) / MINUTE_MS
}

/** The offset at an instant as "GMT-06:00" (spec §2: zones are labelled by GMT offset). */
export function gmtLabel(zone: string, ms: EpochMs): string {
  const minutes = Math.trunc(offsetMinutes(zone, ms))
  const size = Math.abs(minutes)
  return `GMT${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

/**
 * The instant of a wall time, `minutesOfDay` after midnight on the wall (1440 = the next midnight), by
 * RFC 5545 §3.3.5: in a gap the offset before the gap applies, of two occurrences the first is meant.
 * @throws RangeError for dates that do not exist and zones that are not known.
 */
export function wallToInstant(date: CalendarDate, minutesOfDay: number, zone: string): EpochMs {
  return zoneRules(zone).toInstant(dayNumber(date) * DAY_MS + minutesOfDay * MINUTE_MS) as EpochMs
}

/**
 * The instant of a wall time in milliseconds since 1970-01-01T00:00 on the wall, by the same rule.
 * @throws RangeError for zones that are not known.
 */
export function localToInstant(local: number, zone: string): EpochMs {
  return zoneRules(zone).toInstant(local) as EpochMs
}

/** Date, hour, minute and ISO weekday on the wall in a zone at an instant. */
export function wallClock(ms: EpochMs, zone: string): WallClock {
  const local = ms + zoneRules(zone).offsetAt(ms)
  const day = Math.floor(local / DAY_MS)
  const inDay = local - day * DAY_MS
  return {
    date: fromDayNumber(day),
    hour: Math.floor(inDay / HOUR_MS),
    minute: Math.floor((inDay % HOUR_MS) / MINUTE_MS),
    weekday: weekdayOfDay(day),
  }
}

/**
 * The entries of the time zone select, west to east, from GMT-12:00 to GMT+13:00 (spec §2, product D4).
 * Values are IANA ids; labels carry the offset of `now`, so they change with daylight time.
 */
export function zoneOptions(now: EpochMs, locale: string): ZoneOption[] {
  return LISTED_ZONES.filter(isTimeZone)
    .map((zone) => zoneOption(zone, now, locale))
    .sort((a, b) => a.offsetMinutes - b.offsetMinutes || a.place.localeCompare(b.place, locale))
}

/** The select's entry for any zone, for those of a country that the list does not hold. */
export function zoneOption(timezone: string, now: EpochMs, locale: string): ZoneOption {
  const place = placeName(timezone, now, locale)
  return {
    timezone,
    offsetMinutes: offsetMinutes(timezone, now),
    place,
    label: [gmtLabel(timezone, now), place].filter(Boolean).join(' · '),
  }
}

/** The zone this browser or process runs in, by its present IANA name; UTC when it does not say. */
export function browserZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return typeof zone === 'string' && isTimeZone(zone) ? presentName(zone) : 'UTC'
}

/** Whether two ids name one zone (Asia/Calcutta is Asia/Kolkata). */
export function sameZone(a: string, b: string): boolean {
  return presentName(a) === presentName(b)
}

function presentName(zone: string): string {
  return LEGACY_NAMES[zone] ?? zone
}

/** What people of the zone call its time; where the language has only an abbreviation, the id's city. */
function placeName(zone: string, ms: EpochMs, locale: string): string {
  // Etc/GMT+12 lies at GMT-12:00: its own name would contradict the label.
  if (zone.startsWith('Etc/GMT')) return ''
  const parts = new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    timeZoneName: 'shortGeneric',
  }).formatToParts(ms)
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
  return /\p{Ll}/u.test(name) ? withCity(name, zone, locale) : zoneCity(zone, locale)
}

/** Browsers leave the names of cities out of their data and say the id's: "hora de Mexico City". */
export function withCity(name: string, zone: string, locale: string): string {
  return name.replace(cityOfId(zone), zoneCity(zone, locale))
}

/** What cities of zones are called in Spanish, where their ids say otherwise (scripts/zone-cities.ts). */
const SPANISH_CITIES: Readonly<Record<string, string>> = spanishCities

/** The city an id names: America/Mexico_City is Mexico City, in Spanish "Ciudad de México" (CLDR). */
export function zoneCity(zone: string, locale: string): string {
  const spanish = locale.startsWith('es') ? SPANISH_CITIES[presentName(zone)] : undefined
  return spanish ?? cityOfId(zone)
}

function cityOfId(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
