import { expect, test } from 'vitest'
import { initials } from './PersonAvatar.tsx'

test.each([
  ['Laura Méndez Ortiz', 'LM'],
  ['Ana López', 'AL'],
  ['Ana María López Ruiz', 'AL'],
  ['Juan de la Cruz Pérez', 'JC'],
  ['Óscar', 'Ó'],
  ['', ''],
])('the initials of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

test('a surname that is known separately is used', () => {
  expect(initials('Ana María López', 'López')).toBe('AL')
  expect(initials('Laura Méndez Ortiz', 'Méndez Ortiz')).toBe('LM')
  expect(initials('María del Carmen de la O', 'de la O')).toBe('MO')
})
