import { expect, test } from 'vitest'
import { drawable } from './pdf-text.ts'

test.each([
  [
    'Ñandú, pingüino, «¿qué?» — “sí” … 50 % · 3 ≥ 2 ½ €',
    'Ñandú, pingüino, «¿qué?» — “sí” … 50 % · 3 ≥ 2 ½ €',
  ],
  ['a 20 °C, Norte™ © 2027 ®, № 1', 'a 20 °C, Norte™ © 2027 ®, № 1'],
  ['Bien 🙂 y mal', 'Bien y mal'],
  ['Familia 👩‍👩‍👧, mano 👍🏽, México 🇲🇽, ❤️.', 'Familia, mano, México,.'],
  ['✅ Hecho\n☐ Por hacer\n★★★ Muy bien', 'Hecho\nPor hacer\nMuy bien'],
  ['1️⃣ primero', '1 primero'],
  ['Casa → trabajo ➡️ casa ← aquí', 'Casa -> trabajo -> casa <- aquí'],
  ['9:00\u202Fa.m.\u2009–\u200910:00', '9:00\u00A0a.m.\u00A0–\u00A010:00'],
  ['nin\u0303ez y corazo\u0301n', 'niñez y corazón'],
  ['  - con sangría\n\notro\tpárrafo', '  - con sangría\n\notro    párrafo'],
  ['日本語 y العربية', '日本語 y العربية'],
  ['🙂', ''],
])('%s is drawn as %s', (text, drawn) => {
  expect(drawable(text)).toBe(drawn)
})
