import { createInstance } from 'i18next'
import HttpBackend from 'i18next-http-backend'
import { initReactI18next } from 'react-i18next'
import { DEFAULT_LANGUAGE } from '#contract/fixed-names.ts'

export const i18n = createInstance()

/** Starts the texts with what every screen needs; a screen's own namespace is fetched when it is first used. */
export async function startTexts(language: string): Promise<void> {
  await i18n
    .use(HttpBackend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: DEFAULT_LANGUAGE,
      supportedLngs: [DEFAULT_LANGUAGE],
      load: 'currentOnly',
      ns: ['common'],
      defaultNS: 'common',
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
      returnNull: false,
    })
}

/** The language dates and numbers are written in. */
export const currentLanguage = () => i18n.resolvedLanguage ?? DEFAULT_LANGUAGE
