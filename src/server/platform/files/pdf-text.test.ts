import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCoverage } from './pdf-fonts.ts'
import { REPLACEMENT, drawable } from './pdf-text.ts'

const coverage = await readCoverage(() => undefined)

/** The runs of a text: those in the emoji font in brackets, those in the fonts of other scripts in braces and angles. */
function drawn(text: string): string {
  const marks = { Emoji: ['[', ']'], Other: ['{', '}'], Rare: ['<', '>'] } as const
  return drawable(text, coverage)
    .map(({ text: part, font }) => (font ? marks[font].join(part) : part))
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
  ['Pareja 👩🏿‍🚀👍🏽, 🏳️‍🌈 y ✅', 'Pareja [👩🏿‍🚀][👍🏽], [🏳️‍🌈] y [✅]'],
  ['✅ Hecho\n☐ Por hacer\n★★★ Muy bien ✓', '[✅] Hecho\n{☐} Por hacer\n{★★★} Muy bien {✓}'],
  ['1️⃣ primero, 2 segundo', '[1️⃣] primero, 2 segundo'],
  ['Casa → trabajo ➡️ casa ← aquí', 'Casa {→} trabajo [➡️] casa {←} aquí'],
  ['9:00\u202Fa.m.\u2009–\u200910:00', '9:00\u00A0a.m.\u00A0–\u00A010:00'],
  ['nin\u0303ez y corazo\u0301n', 'niñez y corazón'],
  ['  - con sangría\n\notro\tpárrafo', '  - con sangría\n\notro    párrafo'],
  ['Καλημέρα, доброе утро, Zażółć, ơ', 'Καλημέρα, доброе утро, Zażółć, ơ'],
  ['გამარჯობა y Բարեւ', '{გამარჯობა} y {Բարեւ}'],
  ['Di السلام عليكم y שלום.', 'Di {السلام\u00A0عليكم} y {שלום}.'],
  ['日本語 y 안녕', '<日本語> y <안녕>'],
  ['山田 太郎、王小明', '<山田> <太郎、王小明>'],
  ['Hindi: नमस्ते', 'Hindi: <नमस्ते>'],
  ['Privado \uE000, raro \u{20000}', 'Privado \uFFFD, raro \uFFFD'],
  ['\uD83D solo', '\uFFFD solo'],
  ['\u202Eal revés\u200B, a\u0000b\u00AD', 'al revés, ab'],
  ['línea\r\notra\u2028más', 'línea\notra\nmás'],
  ['x\u20DE y q\u0303', 'x y q\u0303'],
  ['tono solo \u{1F3FD}!', 'tono solo [\u{1F3FD}]!'],
  ['', ''],
])('%s is drawn as %s', (text, expected) => {
  expect(drawn(text)).toBe(expected)
})

test('a run without a space may be broken every few letters, and loses no letter', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('a', 'ñ', '/', '9', ' ', '\n', '🙂', '★'),
        minLength: 30,
        maxLength: 300,
      }),
      (text) => {
        const runs = drawable(text, coverage)
        const parts = runs.flatMap((run) => (run.font === 'Emoji' ? [] : run.text.split(/[\s\u200B]/)))
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

test('a long text of a rare script is broken by the font of the document, whose break does not show', () => {
  const runs = drawable('ሀ'.repeat(45), coverage)
  expect(runs.map(({ text, font }) => [text.length, font])).toEqual([
    [10, 'Rare'],
    [1, undefined],
    [10, 'Rare'],
    [1, undefined],
    [10, 'Rare'],
    [1, undefined],
    [10, 'Rare'],
    [1, undefined],
    [5, 'Rare'],
  ])
})

test('a long text is not broken between a letter and its marks, unless it has more marks than anybody writes', () => {
  const runs = (text: string) => drawable(text, coverage).flatMap((run) => run.text.split('\u200B'))
  const thai = runs('สวัสดี'.repeat(20))
  expect(thai.join('')).toBe('สวัสดี'.repeat(20))
  expect(thai.filter((part) => /^\p{M}/u.test(part))).toEqual([])
  expect(Math.max(...runs('ก' + '\u0E35'.repeat(1_000)).map((part) => part.length))).toBeLessThanOrEqual(20)
})

test('a long text from right to left has separate lines', () => {
  const [run] = drawable('السلام عليكم ورحمة الله '.repeat(20).trim(), coverage)
  const lines = run!.text.split('\n')
  expect(lines.length).toBeGreaterThan(5)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(50)
})

test('a word from right to left that is longer than a line is cut, and loses no letter', () => {
  const word = 'س'.repeat(20_000)
  const [run] = drawable(`${word} ${word}`, coverage)
  expect(Math.max(...run!.text.split('\n').map((line) => line.length))).toBeLessThan(50)
  expect(run!.text.replaceAll(/\s/g, '')).toBe(word + word)
})

test('whatever is typed, each run has only what its font has', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 80 })
  fc.assert(
    fc.property(anything, fc.string({ unit: 'grapheme', maxLength: 80 }), (binary, typed) => {
      for (const { text, font = 'Text' } of drawable(binary + typed, coverage)) {
        const missing = [...text].filter(
          (each) => !'\n\u200B\uFE0F'.includes(each) && !coverage[font].has(each.codePointAt(0)!),
        )
        expect(missing).toEqual([])
      }
    }),
  )
})

test('what no font has is counted as a reader counts it', () => {
  const drawnIn = drawable('\u{20000}'.repeat(100), coverage).map((run) => run.text.replaceAll('\u200B', ''))
  expect(drawnIn).toEqual([REPLACEMENT.repeat(100)])
})
