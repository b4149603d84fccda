import { DEFAULT_LANGUAGE, LANGUAGES } from '../../../src/contract/languages.ts'
import { isSpanish } from './texts.ts'
import { type Text, pluralEnding, textsOf } from './locale-texts.ts'
import type { Check } from '../tree.ts'

/** Texts of several words that are equal in every language: names. */
const sameEverywhere: ReadonlySet<string> = new Set([
  'coach:contact.kinds.meet',
  'coach:contact.kinds.teams',
  'sessions:channels.meet',
  'sessions:channels.teams',
  'settings:about.credentialsExample',
])

/** Names and quotations that may be Spanish in an English text. */
const spanishNames = /Secretaría Anticorrupción y Buen Gobierno/g

/**
 * Every language is complete: the keys of es-MX with the plural forms of its grammar, the same variables and tags,
 * nothing empty and nothing left in Spanish.
 */
export const languages: Check = {
  name: 'languages',
  run: (files) => {
    const texts = files.flatMap(textsOf)
    const byLocale = Map.groupBy(texts, ({ locale }) => locale)
    const spanish = new Map(byLocale.get(DEFAULT_LANGUAGE)?.map((text) => [nameOf(text), text]))
    const others = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE)
    return [
      ...LANGUAGES.filter((language) => !byLocale.has(language)).map(noTexts),
      ...[...byLocale.keys()].filter((locale) => !isLanguage(locale)).map(noLanguage),
      ...texts.filter(({ value }) => value.trim() === '').map(empty),
      ...LANGUAGES.flatMap((language) => incompletePlurals(byLocale.get(language) ?? [], language)),
      ...others.flatMap((language) => differences(spanish, byLocale.get(language) ?? [], language)),
    ]
  },
}

function differences(spanish: Map<string, Text>, texts: Text[], language: string): string[] {
  const stems = (all: Iterable<Text>) => new Set([...all].map(stemOf))
  const [theirs, ours] = [stems(spanish.values()), stems(texts)]
  const missing = [...theirs].filter((stem) => !ours.has(stem))
  return [
    ...missing.map((stem) => `public/locales/${language}: "${stem}" is missing`),
    ...texts
      .filter((text) => !theirs.has(stemOf(text)))
      .map((text) => `${text.path}: "${text.key}" is not a key of ${DEFAULT_LANGUAGE}`),
    ...texts.flatMap((text) => problemsOf(text, spanish.get(nameOf(text)))),
  ]
}

function problemsOf(text: Text, original: Text | undefined): string[] {
  const problems: string[] = []
  if (original && holesOf(text) !== holesOf(original)) {
    problems.push(`${text.path}: "${text.key}" fills in other things than ${DEFAULT_LANGUAGE} does`)
  }
  const copied = original?.value === text.value && isSentence(text.value) && !sameEverywhere.has(nameOf(text))
  if (copied || isSpanish(text.value.replace(spanishNames, ''))) {
    problems.push(`${text.path}: "${text.key}" is still Spanish`)
  }
  return problems
}

/** The plural forms depend on the language: Spanish has "many" for millions, English does not. */
function incompletePlurals(texts: Text[], language: string): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const names = new Set(texts.map(nameOf))
  // `too_many` alone is not a plural, because it has no singular.
  const stems = new Set([...names].filter((name) => /_(one|other)$/.test(name)).map(withoutEnding))
  return [...stems].flatMap((stem) => {
    const absent = forms.filter((form) => !names.has(`${stem}_${form}`))
    return absent.length > 0
      ? [`${language}: ${stem} lacks ${absent.map((form) => `_${form}`).join(', ')}`]
      : []
  })
}

/** `{{variables}}` and `<tags>`, each once, in order. */
function holesOf({ value }: Text): string {
  return [...new Set(value.match(/\{\{\w+\}\}|<\/?\w+>/g))].toSorted().join(' ')
}

/** Two words or more, besides variables; an address does not count. */
function isSentence(value: string): boolean {
  const words = value.replaceAll(/\{\{\w+\}\}/g, '').split(/\s+/)
  return words.filter((word) => /\p{L}/u.test(word) && !/[:@]\S/.test(word)).length > 1
}

const isLanguage = (locale: string) => LANGUAGES.some((language) => language === locale)
const nameOf = ({ ns, key }: Text) => `${ns}:${key}`
const withoutEnding = (name: string) => name.replace(pluralEnding, '')
// `too_many` has the same key in every language, so a single form is compared like any other key.
const stemOf = (text: Text) => withoutEnding(nameOf(text))
const empty = ({ path, key }: Text) => `${path}: "${key}" is empty`
const noTexts = (language: string) => `public/locales/${language}: no text was found`
const noLanguage = (locale: string) => `public/locales/${locale}: is no language of the product`
