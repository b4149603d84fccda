import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import { percentText } from './numbers.ts'

test('percent are whole, without a space', () => {
  expect([0, 22.4, 80, 100].map(percentText)).toEqual(['0%', '22%', '80%', '100%'])
})

test('no text writes the sign itself', () => {
  const texts = ['groups', 'settings', 'clientFiles', 'payment'].flatMap((namespace) =>
    LANGUAGES.map((language) => readFileSync(`public/locales/${language}/${namespace}.json`, 'utf8')),
  )
  expect(texts.filter((text) => /\{\{\w+\}\}\s?%/.test(text))).toEqual([])
})
