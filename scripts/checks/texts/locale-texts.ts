import type { SourceFile } from '../tree.ts'

const localeFile = /^public\/locales\/([\w-]+)\/([\w-]+)\.json$/

/** One text of one language; `key` is the path inside its namespace: `settings.title`. */
export type Text = { locale: string; ns: string; key: string; value: string; path: string }

/** The suffixes of i18next's plural forms. */
export const pluralEnding = /_(zero|one|two|few|many|other)$/

/** The texts of a file; empty if it is not a locale file. */
export function textsOf({ path, text }: SourceFile): Text[] {
  const [, locale, ns] = localeFile.exec(path) ?? []
  if (!locale || !ns) return []
  return flatten(JSON.parse(text) as object, '').map(([key, value]) => ({ locale, ns, key, value, path }))
}

function flatten(texts: object, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? flatten(value as object, `${prefix}${name}.`)
      : [[`${prefix}${name}`, String(value)]],
  )
}
