import { expect, test } from 'vitest'
import { CodeForm } from './code-form.ts'

test.each(['123456', ' 123 456 ', '123-456', '\u00A0123456\n'])('%j is a code', (code) => {
  expect(CodeForm.parse({ code })).toEqual({ code: '123456' })
})

test.each(['', '12345', '1234567', '12345a'])('%j is not a code', (code) => {
  expect(CodeForm.safeParse({ code }).success).toBe(false)
})
