import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInstance, type i18n } from 'i18next'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'

export type TextParams = Record<string, string | number>

export type Texts = {
  /**
   * The text of `ns:key` in `language`, or in es-MX if that language lacks it. `count` chooses the plural form by the
   * language's grammar.
   * @throws for a key that es-MX does not have
   */
  text(language: string, key: string, params?: TextParams): string
  /** All texts below a key, by the rest of their keys. */
  group(language: string, key: string): Record<string, string>
  /** Whether es-MX has the key. */
  has(key: string): boolean
}

/** Loads every locale file under `folder` (`<language>/<namespace>.json`): the same ones the web fetches. */
export function createTexts(folder: string): Texts {
  const resources: Record<string, Record<string, object>> = {}
  for (const language of readdirSync(folder)) {
    resources[language] = {}
    for (const file of readdirSync(join(folder, language))) {
      resources[language][file.replace(/\.json$/, '')] = JSON.parse(
        readFileSync(join(folder, language, file), 'utf8'),
      ) as object
    }
  }
  const instance: i18n = createInstance()
  void instance.init({
    resources,
    lng: DEFAULT_LANGUAGE,
    fallbackLng: DEFAULT_LANGUAGE,
    initAsync: false,
    // The callers that put texts into HTML and headers escape them.
    interpolation: { escapeValue: false },
  })
  const has = (key: string, params: TextParams = {}) =>
    instance.exists(key, { lng: DEFAULT_LANGUAGE, ...params })
  return {
    has: (key) => has(key),
    group(language, key) {
      const [namespace = '', name = ''] = key.split(':')
      const known = Object.hasOwn(resources, language) ? language : DEFAULT_LANGUAGE
      return instance.getResource(known, namespace, name) as Record<string, string>
    },
    text(language, key, params = {}) {
      if (!has(key, params)) throw new Error(`No text for ${key}`)
      // The web types i18next's keys by its own namespaces; here they come from tables. Only a call with a default value,
      // which is never used, takes any key.
      return instance.t(key, { lng: language, defaultValue: '', ...params })
    },
  }
}
