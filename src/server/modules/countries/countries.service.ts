import { Language } from '#contract/auth.ts'
import type { CountryRecord } from '#contract/countries.ts'
import { countryRecords } from './countries.domain.ts'

type World = { name: { common: string }; cca2: string }[]
type CountryNames = { common: string; names: Record<Language, string> }
type Countries = {
  page: { data: CountryRecord[]; total: number }
  names: ReadonlySet<string>
  inWords: readonly CountryNames[]
}

let loaded: Promise<Countries> | undefined

/** Every country with its zones, from data shipped with the product (product §1 D18). */
export async function listCountries(): Promise<Countries['page']> {
  return (await countries()).page
}

/** Whether the text is the `name.common` of a country (product §1 D4). */
export async function isCountry(name: string): Promise<boolean> {
  return (await countries()).names.has(name)
}

/** Every country with the name it has in each language of the product, by `name.common`. */
export async function countryNames(): Promise<readonly CountryNames[]> {
  return (await countries()).inWords
}

function countries(): Promise<Countries> {
  loaded ??= load()
  return loaded
}

// Read when first asked for: the raw data is over a megabyte, which a start should not wait for.
async function load(): Promise<Countries> {
  const [{ default: world }, { default: zones }] = await Promise.all([
    import('world-countries'),
    import('countries-and-timezones'),
  ])
  const data = countryRecords(
    // The package's types describe its ES module; Node takes the other one, whose default is the list itself.
    (world as unknown as World).map(({ name, cca2 }) => ({
      name: name.common,
      cca2,
      timezones: zones.getCountry(cca2)?.timezones ?? [],
    })),
  )
  return {
    page: { data, total: data.length },
    names: new Set(data.map(({ name }) => name.common)),
    inWords: namesOf(data),
  }
}

/** The names that the web shows in its own selects, by the same source. */
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
