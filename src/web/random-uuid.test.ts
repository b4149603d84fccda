import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('pages that are not secure can make ids too: UUIDs of version 4, each another', async () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto)
  vi.stubGlobal('crypto', { getRandomValues })
  await import('./random-uuid.ts')
  const ids = Array.from({ length: 200 }, () => crypto.randomUUID())
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true)
  expect(new Set(ids).size).toBe(200)
})

test('where the browser has them, they are the browser’s', async () => {
  vi.stubGlobal('crypto', { randomUUID: () => 'of the browser' })
  await import('./random-uuid.ts')
  expect(crypto.randomUUID()).toBe('of the browser')
})
