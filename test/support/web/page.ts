// What components find around them in the tests: the texts of es-MX, and nothing left by the test before.
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { cleanup, configure } from '@testing-library/react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'
import { i18n } from '#web/api/texts/i18n.ts'
import { initialRoot, useStore } from '#web/store/store.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'public', 'locales', 'es-MX')
const texts = Object.fromEntries(
  readdirSync(folder).map((file) => [
    basename(file, '.json'),
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  ]),
)

// What is waited for comes soon or never; a busy machine takes its time.
configure({ asyncUtilTimeout: 30_000 })

// A field that grows with its text listens for fonts, which this DOM does not have.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

beforeAll(async () => {
  await i18n.use(initReactI18next).init({
    lng: 'es-MX',
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    resources: { 'es-MX': texts },
  })
})

beforeEach(() => {
  useStore.setState(initialRoot, true)
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  queryClient.clear()
  vi.unstubAllGlobals()
})
