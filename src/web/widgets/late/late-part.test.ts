import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { latePart } from './late-part.ts'

/** What was fetched, and when its bytes were read. */
let done: string[]
let late: { latePart: typeof latePart }
const importPart = vi.fn<() => Promise<object>>()

beforeEach(async () => {
  done = []
  importPart.mockReset().mockResolvedValue({})
  vi.stubGlobal('fetch', async (file: string) => {
    done.push(`ask ${file}`)
    return { arrayBuffer: async () => done.push(`got ${file}`) }
  })
  vi.resetModules()
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
