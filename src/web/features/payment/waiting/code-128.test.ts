import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barsOf } from './code-128.ts'

/** Widths as they are printed in tables of the code: a character after the other. */
const widths = (table: string) => [...table.replaceAll(' ', '')].map(Number)
const START_C = widths('211232')
const STOP = widths('2331112')

// The check of 12 34 after start C: (105 + 12 + 2 * 34) mod 103 = 82.
test('an even number is pairs of digits, their check and the stop', () => {
  expect(barsOf('1234')).toEqual(widths('211232 112232 131123 121241 2331112'))
})

// The digit 1 is 17 in code set B, and 99 changes to C: (104 + 17 + 2 * 99 + 3 * 23) mod 103 = 79.
test('an odd number begins with a single digit', () => {
  expect(barsOf('123')).toEqual(widths('211214 123221 113141 312131 134111 2331112'))
})

test('what a scanner reads from the bars is the number', () => {
  const numbers = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 34 })
  fc.assert(
    fc.property(numbers, (digits) => {
      const bars = barsOf(digits) ?? []
      expect(bars.slice(-7)).toEqual(STOP)
      const characters = Array.from({ length: (bars.length - 7) / 6 }, (_, index) =>
        bars.slice(index * 6, index * 6 + 6),
      )
      // Each character is 11 modules wide, and its bars together are an even number of them: that is how scanners find errors.
      for (const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] of characters) {
        expect(a + b + c + d + e + f).toBe(11)
        expect((a + c + e) % 2).toBe(0)
      }
      expect(read(characters)).toBe(digits)
    }),
  )
})

test.each(['', '12a4', ' 12', '1 2', '١٢'])('%j is not drawn', (text) => {
  expect(barsOf(text)).toBeUndefined()
})

/** Reads back with the bars of single characters, found by drawing each pair alone. */
function read(characters: number[][]): string {
  const pairs = new Map<string, string>()
  const singles = new Map<string, string>()
  for (let value = 0; value < 100; value += 1) {
    const pair = String(value).padStart(2, '0')
    pairs.set((barsOf(pair) ?? []).slice(6, 12).join(), pair)
    if (value < 10) singles.set((barsOf(String(value)) ?? []).slice(6, 12).join(), String(value))
  }
  const [start, ...rest] = characters.slice(0, -1)
  if (start?.join() === START_C.join()) return rest.map((each) => pairs.get(each.join())).join('')
  const [first, , ...others] = rest
  return (singles.get(first?.join() ?? '') ?? '') + others.map((each) => pairs.get(each.join())).join('')
}
