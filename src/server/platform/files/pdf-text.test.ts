import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawable } from './pdf-text.ts'

/** The runs of a text, those in the emoji font in brackets. */
function drawn(text: string): string {
  return drawable(text)
    .map((run) => (run.font === 'Emoji' ? `[${run.text}]` : run.text))
    .join('')
}

test.each([
  [
    'Ñandú, pingüino, «¿qué?» — “sí” … 50 % · 3 ≥ 2 ½ €',
    'Ñandú, pingüino, «¿qué?» — “sí” … 50 % · 3 ≥ 2 ½ €',
  ],
  ['a 20 °C, Norte™ © 2027 ®, № 1', 'a 20 °C, Norte™ © 2027 ®, № 1'],
  ['Bien 🙂 y mal', 'Bien [🙂] y mal'],
  ['Familia 👩‍👩‍👧, mano 👍🏽, México 🇲🇽, ❤️.', 'Familia [👩‍👩‍👧], mano [👍🏽], México [🇲🇽], [❤️].'],
  ['Amor ❤ sin signo', 'Amor [❤] sin signo'],
  ['✅ Hecho\n☐ Por hacer\n★★★ Muy bien', '[✅] Hecho\nPor hacer\nMuy bien'],
  ['1️⃣ primero, 2 segundo', '[1️⃣] primero, 2 segundo'],
  ['Casa → trabajo ➡️ casa ← aquí', 'Casa -> trabajo -> casa <- aquí'],
  ['9:00\u202Fa.m.\u2009–\u200910:00', '9:00\u00A0a.m.\u00A0–\u00A010:00'],
  ['nin\u0303ez y corazo\u0301n', 'niñez y corazón'],
  ['  - con sangría\n\notro\tpárrafo', '  - con sangría\n\notro    párrafo'],
  ['日本語 y العربية', '日本語 y العربية'],
  ['tono solo \u{1F3FD}!', 'tono solo [\u{1F3FD}]!'],
  ['', ''],
])('%s is drawn as %s', (text, expected) => {
  expect(drawn(text)).toBe(expected)
})

test('a run without a space may be broken every few letters, and loses no letter', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('a', 'ñ', '/', '9', ' ', '\n', '🙂'),
        minLength: 30,
        maxLength: 300,
      }),
      (text) => {
        const runs = drawable(text)
        const parts = runs.flatMap((run) => (run.font ? [] : run.text.split(/[\s\u200B]/)))
        expect(
          runs
            .map((run) => run.text)
            .join('')
            .replaceAll('\u200B', ''),
        ).toBe(text)
        expect(Math.max(0, ...parts.map((part) => part.length))).toBeLessThan(40)
      },
    ),
  )
})
