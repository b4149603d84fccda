import { describe, expect, test } from 'vitest'
import { ACCENTS, DEFAULT_ACCENT, accentOf } from './accents.ts'

const CARD = { light: '#ffffff', dark: '#191c24' }
const PAGE = { light: '#f6f7fb', dark: '#12141a' }

const channel = (hex: string, at: number) => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string) =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)

/** WCAG 2.2, contrast ratio. */
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

describe('accents', () => {
  // @spec 3.14
  test('six themes beside the default, each named by its deep colour (spec §3)', () => {
    expect(Object.keys(ACCENTS)).toHaveLength(6)
    for (const [id, { deep }] of Object.entries(ACCENTS)) expect(deep).toBe(`#${id}`)
  })

  // @spec 3.14
  test('Morado is fixed (spec §3)', () => {
    expect(ACCENTS['3E1293']).toEqual({ deep: '#3E1293', primary: '#5A56BF', secondary: '#7D7AD1' })
  })

  // @spec 1.10
  test('without a choice, or with an unknown one, it is the blue gradient (spec §1)', () => {
    expect(accentOf(null)).toBe(DEFAULT_ACCENT)
    expect(accentOf('FFFFFF')).toBe(DEFAULT_ACCENT)
  })

  test.each([['default', DEFAULT_ACCENT] as const, ...Object.entries(ACCENTS)])(
    '%s reads well in both schemes (WCAG 2.2 AA)',
    (_, { deep, primary, secondary }) => {
      expect(contrast('#ffffff', deep)).toBeGreaterThanOrEqual(5)
      expect(contrast('#ffffff', primary)).toBeGreaterThanOrEqual(5)
      for (const surface of [CARD.light, PAGE.light])
        expect(contrast(primary, surface)).toBeGreaterThanOrEqual(4.5)
      for (const surface of [CARD.dark, PAGE.dark])
        expect(contrast(secondary, surface)).toBeGreaterThanOrEqual(4.5)
    },
  )
})
