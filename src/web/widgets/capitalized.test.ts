import { expect, test } from 'vitest'
import { capitalized } from './capitalized.ts'

test('a separate line begins with a capital', () => {
  expect(capitalized('viernes 20 de noviembre')).toBe('Viernes 20 de noviembre')
  expect(capitalized('')).toBe('')
})
