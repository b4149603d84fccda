import { describe, expect, test } from 'vitest'
import { contrast, mix } from '#test/support/colours.ts'
import { ACCENTS, DEFAULT_ACCENT, accentOf } from './accents.ts'

const CARD = { light: '#ffffff', dark: '#191c24' }
const PAGE = { light: '#f6f7fb', dark: '#12141a' }

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
      // Soft grounds: initials, tags and icons of the client's space.
      expect(contrast(deep, mix(primary, 0.12, '#ffffff'))).toBeGreaterThanOrEqual(4.5)
      const soft = mix(secondary, 0.2, CARD.dark)
      expect(contrast(mix(secondary, 0.45, '#ffffff'), soft)).toBeGreaterThanOrEqual(4.5)
      // The current entry of the sidebar, darker than its ground.
      for (const ground of [deep, primary])
        expect(contrast('#ffffff', mix('#000000', 0.22, ground))).toBeGreaterThanOrEqual(4.5)
    },
  )
})
