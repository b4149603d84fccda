import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#contract/fixed-names.ts'
import { PatientBackend } from './texts-backend.ts'

export const i18n = createInstance()
const backend = new PatientBackend()

/** Starts the texts with what every screen needs; a screen's own namespace is fetched when it is first used. */
export async function startTexts(language: string): Promise<void> {
  await i18n
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: knownLanguage(language),
      fallbackLng: DEFAULT_LANGUAGE,
      supportedLngs: [...LANGUAGES],
      load: 'currentOnly',
      ns: ['common'],
      defaultNS: 'common',
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      returnNull: false,
    })
  markDocument()
  globalThis.addEventListener?.('online', () => backend.hurry())
}

/**
 * Has the texts of these namespaces, in every language that is in use. Rejects at once when they cannot be had, so that
 * a screen without its texts does not appear.
 */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  let stop: (() => unknown) | undefined
  const failed = new Promise<never>((_, reject) => {
    stop = backend.onFailure((namespace, failure) => {
      if (namespaces.includes(namespace)) reject(failure)
    })
  })
  const loaded = i18n.loadNamespaces(namespaces)
  // What failed before waits for its next turn; somebody who opens a screen now does not have to.
  backend.hurry()
  try {
    await Promise.race([loaded, failed])
  } finally {
    stop?.()
  }
}

/**
 * Puts everything on screen into a language at once: it changes when the texts of every namespace in use are there,
 * so that no key is ever seen.
 */
export async function changeTexts(language: string): Promise<void> {
  if (i18n.language === knownLanguage(language)) return
  await i18n.changeLanguage(knownLanguage(language))
  markDocument()
}

/** The language dates and numbers are written in. */
export const currentLanguage = () => i18n.resolvedLanguage ?? DEFAULT_LANGUAGE

/** One of the languages there are; anything else counts as es-MX. */
export function knownLanguage(language: string): string {
  return LANGUAGES.find((each) => each === language) ?? DEFAULT_LANGUAGE
}

// What a screen reader speaks in, and which way the text runs.
function markDocument(): void {
  document.documentElement.lang = i18n.language
  document.documentElement.dir = i18n.dir()
}
