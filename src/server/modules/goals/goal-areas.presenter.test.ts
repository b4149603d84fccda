import { expect, test } from 'vitest'
import { createTexts } from '../../platform/texts.ts'
import { areaIn } from './goal-areas.presenter.ts'

const texts = createTexts('public/locales')

test('an offered area is read in the language of the reader, in whatever language it was chosen', () => {
  expect(areaIn(texts, 'en-US', 'Trabajo')).toBe('Work')
  expect(areaIn(texts, 'es-MX', 'Work')).toBe('Trabajo')
  expect(areaIn(texts, 'es-MX', 'Trabajo')).toBe('Trabajo')
})

test('other words stay as they are', () => {
  expect(areaIn(texts, 'en-US', 'Mi huerto')).toBe('Mi huerto')
  expect(areaIn(texts, 'en-US', null)).toBeNull()
})
