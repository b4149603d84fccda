import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#contract/languages.ts'
import { PatientBackend } from './texts-backend.ts'

export const i18n = createInstance()
const backend = new PatientBackend()

/** Starts i18n with the texts of every screen; a screen's namespace is fetched when it is first used. */
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
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      returnNull: false,
    })
  markDocument()
  globalThis.addEventListener?.('online', () => backend.hurry())
}

/** A phone that changes from one network to another loses what is under way, and has it a moment later. */
const ATTEMPTS = 2

/**
 * Loads these namespaces in every language in use. Rejects if one could not be loaded twice, the server says nothing or there is no
 * network, so that no screen appears without its texts.
 */
export async function loadTexts(namespaces: readonly string[]): Promise<void> {
  let stop: (() => unknown) | undefined
  const failed = new Promise<never>((_, reject) => {
    stop = backend.onFailure((namespace, failure, attempts) => {
      if (!namespaces.includes(namespace)) return
      const { cause } = failure
      const wasSilent = cause instanceof DOMException && cause.name === 'TimeoutError'
      if (attempts >= ATTEMPTS || wasSilent || navigator.onLine === false) reject(failure)
    })
  })
  const loaded = i18n.loadNamespaces(namespaces)
  // What failed before waits for its retry; opening a screen retries at once.
  backend.hurry()
  try {
    await Promise.race([loaded, failed])
  } finally {
    stop?.()
  }
}

/**
 * Switches the whole screen to a language: only when all namespaces in use are loaded, so that no key is ever shown.
 */
export async function changeTexts(language: string): Promise<void> {
  if (i18n.language === knownLanguage(language)) return
  await i18n.changeLanguage(knownLanguage(language))
  markDocument()
}

/** The language for formatting dates and numbers. */
export const currentLanguage = () => i18n.resolvedLanguage ?? DEFAULT_LANGUAGE

/** A supported language; anything else becomes es-MX. */
export function knownLanguage(language: string): string {
  return LANGUAGES.find((each) => each === language) ?? DEFAULT_LANGUAGE
}

// For screen readers, and the text direction.
function markDocument(): void {
  document.documentElement.lang = i18n.language
  document.documentElement.dir = i18n.dir()
}
