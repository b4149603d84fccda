import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

const TEXTS: Record<string, object> = {
  '/locales/es-MX/common.json': { back: 'Volver', retry: 'Reintentar' },
  '/locales/en-US/common.json': { back: 'Back' },
  '/locales/es-MX/shell.json': { collapse: 'Contraer' },
  '/locales/en-US/shell.json': { collapse: 'Collapse' },
  '/locales/es-MX/goals.json': { title: 'Metas' },
}

const fetched: string[] = []
/** What is lost on its way once. */
const lost = new Set<string>()
const html = { lang: 'es-MX', dir: '' }

let texts: typeof import('./i18n.ts')
let language: typeof import('./language.ts')
let store: typeof import('#web/store/store.ts')
beforeAll(async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    if (lost.delete(url)) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(TEXTS[url] ?? {}), { status: TEXTS[url] ? 200 : 404 })
  })
  vi.stubGlobal('document', { documentElement: html })
  // Other tests share this storage; these start from an empty one.
  vi.resetModules()
  texts = await import('./i18n.ts')
  language = await import('./language.ts')
  store = await import('#web/store/store.ts')
  await texts.startTexts('es-MX')
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const say = (key: 'back' | 'retry' | 'shell:collapse') => texts.i18n.t(key)

describe('languages', () => {
  beforeEach(async () => {
    store.useStore.setState(store.initialRoot, true)
    await texts.changeTexts('es-MX')
  })

  test('the Spanish start fetches Spanish alone', () => {
    expect(fetched).toEqual(['/locales/es-MX/common.json'])
  })

  // @spec P.27
  test('a switch loads the texts in use, marks the document and is stored', async () => {
    await texts.loadTexts(['shell'])
    await language.applyLanguage('en-US')
    expect([say('back'), say('shell:collapse')]).toEqual(['Back', 'Collapse'])
    expect(html).toEqual({ lang: 'en-US', dir: 'ltr' })
    expect(texts.currentLanguage()).toBe('en-US')
    expect(store.useStore.getState().translate).toEqual({ language: 'en-US' })
  })

  test('the language changes only when its texts are loaded', async () => {
    const seen: string[] = []
    const note = () => seen.push(say('back'))
    texts.i18n.on('languageChanged', note)
    await language.applyLanguage('en-US')
    texts.i18n.off('languageChanged', note)
    expect(seen).toEqual(['Back'])
  })

  // @spec 1.7, P.27
  test('a missing key falls back to es-MX', async () => {
    await language.applyLanguage('en-US')
    expect(say('retry')).toBe('Reintentar')
  })

  test('an unsupported language becomes es-MX, and requests no file', async () => {
    await language.applyLanguage('fr-FR')
    expect(store.useStore.getState().translate).toEqual({ language: 'es-MX' })
    expect(fetched.filter((url) => url.includes('fr-FR'))).toEqual([])
  })

  test('the signed-in person’s language wins, however the user was replaced', async () => {
    language.followLanguage()
    const { session } = store.useStore.getState()
    store.setSession({ ...session, user: { id: 'u1', language: 'en-US' } as never })
    await expect.poll(() => store.useStore.getState().translate.language).toBe('en-US')
    store.setUser({ id: 'u1', language: 'es-MX' } as never)
    await expect.poll(() => say('back')).toBe('Volver')
  })
})

describe('texts of a screen', () => {
  beforeEach(async () => {
    await texts.changeTexts('es-MX')
    fetched.length = 0
  })

  test('are asked for again where a network changed meanwhile', async () => {
    lost.add('/locales/es-MX/goals.json')
    await texts.loadTexts(['goals'])
    expect(fetched).toEqual(['/locales/es-MX/goals.json', '/locales/es-MX/goals.json'])
  })

  test('that are lost twice keep a screen from appearing', async () => {
    await expect(texts.loadTexts(['nowhere'])).rejects.toThrow('no texts of es-MX/nowhere')
    expect(fetched).toEqual(['/locales/es-MX/nowhere.json', '/locales/es-MX/nowhere.json'])
  })
})
