import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { loadTexts } from '#web/api/texts/i18n.ts'
import type { latePart } from './late-part.ts'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

vi.mock('#web/api/texts/i18n.ts', () => ({ loadTexts: vi.fn<typeof loadTexts>() }))
resetModulesAfterwards()

/** What was fetched, and when its bytes were read. */
let done: string[]
let late: { latePart: typeof latePart }
let texts: { loadTexts: typeof loadTexts }
const importPart = vi.fn<() => Promise<object>>()

beforeEach(async () => {
  done = []
  importPart.mockReset().mockResolvedValue({})
  vi.stubGlobal('fetch', async (file: string) => {
    done.push(`ask ${file}`)
    return { ok: true, arrayBuffer: async () => done.push(`got ${file}`) }
  })
  vi.resetModules()
  texts = await import('#web/api/texts/i18n.ts')
  late = await import('./late-part.ts')
})

afterEach(() => {
  globalThis.lateFiles = undefined
  vi.unstubAllGlobals()
})

test('ahead of a tap the files of a part are brought one after another, and not run', async () => {
  globalThis.lateFiles = { 'a-parts.ts': ['assets/a.js', 'assets/a.css'] }
  late.latePart('a-parts.ts', importPart).prefetch()
  await expect.poll(() => done).toContain('got /assets/a.css')
  expect(done).toEqual(['ask /assets/a.js', 'got /assets/a.js', 'ask /assets/a.css', 'got /assets/a.css'])
  expect(importPart).not.toHaveBeenCalled()
})

test('a file that several parts share is brought once', async () => {
  globalThis.lateFiles = { 'a-parts.ts': ['assets/kit.js'], 'b-parts.ts': ['assets/kit.js', 'assets/b.js'] }
  late.latePart('a-parts.ts', importPart).prefetch()
  await expect.poll(() => done).toContain('got /assets/kit.js')
  late.latePart('b-parts.ts', importPart).prefetch()
  await expect.poll(() => done).toContain('got /assets/b.js')
  expect(done.filter((each) => each === 'ask /assets/kit.js')).toHaveLength(1)
})

test('the files of two parts that are brought at the same time come one after another, a shared one once', async () => {
  globalThis.lateFiles = { 'a-parts.ts': ['assets/kit.js'], 'b-parts.ts': ['assets/kit.js', 'assets/b.js'] }
  late.latePart('a-parts.ts', importPart).prefetch()
  late.latePart('b-parts.ts', importPart).prefetch()
  await expect.poll(() => done).toContain('got /assets/b.js')
  expect(done).toEqual(['ask /assets/kit.js', 'got /assets/kit.js', 'ask /assets/b.js', 'got /assets/b.js'])
})

test('its texts are loaded ahead of the tap too: the browser would ask for them again', async () => {
  globalThis.lateFiles = { 'a-parts.ts': ['assets/a.js'] }
  late.latePart('a-parts.ts', importPart, ['notifications']).prefetch()
  await expect.poll(() => done).toContain('got /assets/a.js')
  expect(texts.loadTexts).toHaveBeenCalledExactlyOnceWith(['notifications'])
})

test('what the server refused for a moment is brought by the next attempt', async () => {
  globalThis.lateFiles = { 'a-parts.ts': ['assets/a.js'] }
  vi.stubGlobal('fetch', async () => {
    done.push('asked')
    return { ok: done.length > 2, arrayBuffer: async () => done.push('got') }
  })
  const part = late.latePart('a-parts.ts', importPart)
  part.prefetch()
  await expect.poll(() => done).toEqual(['asked', 'got'])
  await new Promise((resolve) => setImmediate(resolve))
  part.prefetch()
  await expect.poll(() => done).toEqual(['asked', 'got', 'asked', 'got'])
})

test('a part whose files nobody knows, as in development, is run ahead', async () => {
  late.latePart('a-parts.ts', importPart).prefetch()
  await expect.poll(() => importPart.mock.calls.length).toBe(1)
  expect(done).toEqual([])
})

test('without a network nothing is brought, and the tap asks again', async () => {
  globalThis.lateFiles = { 'a-parts.ts': ['assets/a.js'] }
  vi.stubGlobal('fetch', async () => {
    done.push('failed')
    throw new TypeError('Failed to fetch')
  })
  const part = late.latePart('a-parts.ts', importPart)
  part.prefetch()
  await expect.poll(() => done).toEqual(['failed'])
  await part.load()
  expect(importPart).toHaveBeenCalledOnce()
})
