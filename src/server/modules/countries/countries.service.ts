import { Language } from '#contract/account/auth.ts'
import type { CountryRecord } from '#contract/countries.ts'
import countries from './countries.json' with { type: 'json' }

type CountryNames = { common: string; names: Record<Language, string> }

const names: ReadonlySet<string> = new Set(countries.map(({ name }) => name.common))
let inWords: readonly CountryNames[] | undefined

/** Every country with its zones, from data shipped with the product (product §1 D18). */
export function listCountries(): { data: CountryRecord[]; total: number } {
  return { data: countries, total: countries.length }
}

/** Whether the text is the `name.common` of a country (product §1 D4). */
export function isCountry(name: string): boolean {
  return names.has(name)
}

/** Every country with its name in each language of the product, by `name.common`. */
export function countryNames(): readonly CountryNames[] {
  return (inWords ??= namesOf(countries))
}

/** The names that the web shows in its selects, from the same source. */
function namesOf(records: readonly CountryRecord[]): CountryNames[] {
  const displays = Language.options.map(
    (language) =>
      [language, new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })] as const,
  )
  return records.map(({ name: { common }, cca2 }) => ({
    common,
    names: Object.fromEntries(
      displays.map(([language, display]) => [language, display.of(cca2) ?? common]),
    ) as Record<Language, string>,
  }))
}
