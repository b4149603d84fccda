import { Language } from '#contract/account/auth.ts'
import { CLIENT_COLUMNS } from '#contract/client-columns.ts'
import type { Deps } from '../../deps.ts'
import { countryNames } from '../countries/countries.service.ts'
import { type FileColumn, foldHeading } from './columns.domain.ts'
import type { Vocabulary } from './people.domain.ts'

const FILE_COLUMNS: readonly FileColumn[] = [...CLIENT_COLUMNS, 'fullName', 'secondLastName']
const ROLES = ['client', 'collaborator'] as const

/** Every known heading, folded, in all languages of the product, because files may come from another country. */
export function knownHeadings(deps: Pick<Deps, 'texts'>): ReadonlyMap<string, FileColumn> {
  return foldedWords(deps, FILE_COLUMNS, (column) => [
    `clientFiles:columns.${column}`,
    `clientFiles:synonyms.${column}`,
  ])
}

/** The names that cells may contain, in all languages of the product. */
export function vocabulary(deps: Pick<Deps, 'texts'>): Vocabulary {
  const countries = new Map<string, string>()
  for (const { common, names } of countryNames()) {
    for (const name of [common, ...Object.values(names)]) countries.set(foldHeading(name), common)
  }
  const roles = foldedWords(deps, ROLES, (role) => [
    `clientFiles:roles.${role}`,
    `clientFiles:roleSynonyms.${role}`,
  ])
  return { roles, countries }
}

/** Texts with words separated by semicolons, of every language, by their folded form. */
function foldedWords<T extends string>(
  deps: Pick<Deps, 'texts'>,
  meanings: readonly T[],
  keysOf: (meaning: T) => readonly string[],
): Map<string, T> {
  const words = new Map<string, T>()
  for (const language of Language.options) {
    for (const meaning of meanings) {
      for (const key of keysOf(meaning)) {
        for (const word of deps.texts.text(language, key).split(';')) words.set(foldHeading(word), meaning)
      }
    }
  }
  return words
}
