import { expect, test } from 'vitest'

test('schemas of the web are made without eval', async () => {
  await import('./no-eval.ts')
  const { globalConfig } = await import('zod/v4/core')
  expect(globalConfig.jitless).toBe(true)
})
