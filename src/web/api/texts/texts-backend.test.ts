import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let texts: typeof import('./i18n.ts')
let isServerUp = true
const fetched: string[] = []

beforeEach(async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    if (!isServerUp) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify({ seats: 'Lugares' }), { status: 200 })
  })
  vi.stubGlobal('document', { documentElement: {} })
  vi.resetModules()
  texts = await import('./i18n.ts')
  isServerUp = true
  fetched.length = 0
  await texts.startTexts('es-MX')
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

const isThere = (namespace: string) => texts.i18n.hasLoadedNamespace(namespace)

test('a screen whose texts cannot be loaded does not appear, and fails at once', async () => {
  isServerUp = false
  await expect(texts.loadTexts(['groups'])).rejects.toThrow('no texts of es-MX/groups')
  // A component that uses the namespace suspends, instead of showing its keys.
  expect(isThere('groups')).toBe(false)
})

test('after an outage they are fetched again as soon as a screen asks for them', async () => {
  isServerUp = false
  await expect(texts.loadTexts(['groups'])).rejects.toThrow('no texts')
  await expect(texts.loadTexts(['groups'])).rejects.toThrow('no texts')
  isServerUp = true
  await texts.loadTexts(['groups'])
  expect(isThere('groups')).toBe(true)
  expect(texts.i18n.t('groups:seats')).toBe('Lugares')
})

test('the texts of a part of a screen are retried, at intervals that grow to 15 s', async () => {
  isServerUp = false
  const loaded = texts.i18n.loadNamespaces('groups')
  await vi.advanceTimersByTimeAsync(59_000)
  expect(fetched.filter((url) => url.includes('groups'))).toHaveLength(7)
  expect(isThere('groups')).toBe(false)
  isServerUp = true
  await vi.advanceTimersByTimeAsync(15_000)
  await loaded
  expect(isThere('groups')).toBe(true)
})

test('missing texts do not block other screens', async () => {
  isServerUp = false
  void texts.i18n.loadNamespaces('groups')
  await vi.advanceTimersByTimeAsync(0)
  isServerUp = true
  await texts.loadTexts(['sessions'])
  expect(isThere('sessions')).toBe(true)
})
