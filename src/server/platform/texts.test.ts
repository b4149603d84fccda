import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTexts } from './texts.ts'

const folder = mkdtempSync(join(tmpdir(), 'norte-texts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const write = (file: string, texts: object) => {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(texts))
}
write('es-MX/rooms.json', {
  hello: 'Hola, {{name}}',
  bye: 'Adiós',
  n_one: '{{count}} hora',
  n_many: '{{count}} de horas',
  n_other: '{{count}} horas',
})
write('en-US/rooms.json', { hello: 'Hi, {{name}}', n_one: '{{count}} hour', n_other: '{{count}} hours' })
const texts = createTexts(folder)

test('a text is in the reader’s language; es-MX replaces a missing text or an unknown language', () => {
  expect(texts.text('en-US', 'rooms:hello', { name: 'Ana' })).toBe('Hi, Ana')
  expect(texts.text('en-US', 'rooms:bye')).toBe('Adiós')
  expect(texts.text('fr-FR', 'rooms:hello', { name: 'Ana' })).toBe('Hola, Ana')
  expect(() => texts.text('en-US', 'rooms:nothing')).toThrow('No text for rooms:nothing')
})

test('plurals follow the grammar of the language', () => {
  const inSpanish = [0, 1, 2, 1_000_000].map((count) => texts.text('es-MX', 'rooms:n', { count }))
  expect(inSpanish).toEqual(['0 horas', '1 hora', '2 horas', '1000000 de horas'])
  const inEnglish = [0, 1, 2, 1_000_000].map((count) => texts.text('en-US', 'rooms:n', { count }))
  expect(inEnglish).toEqual(['0 hours', '1 hour', '2 hours', '1000000 hours'])
})
