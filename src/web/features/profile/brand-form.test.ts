import { describe, expect, test } from 'vitest'
import { ColorThemeId } from '#contract/account/customization.ts'
import appearance from '../../../../public/locales/es-MX/appearance.json' with { type: 'json' }
import { ACCENTS } from '#contract/account/accents.ts'
import { BrandFormSchema, THEMES, brandOf } from './brand-form.ts'

describe('the themes a coach chooses from (spec §3)', () => {
  // @spec 1.17
  test('have their six titles, after the default blue', () => {
    expect(THEMES.map(({ title }) => appearance.brand.themes[title])).toEqual([
      'Azul',
      'Morado',
      'Verde',
      'Aqua',
      'Rosa',
      'Naranja',
      'Gris',
    ])
    expect(THEMES[1].id).toBe('3E1293')
  })

  test('are those that the server accepts and the page can show', () => {
    const ids = THEMES.slice(1).map(({ id }) => id)
    expect(ids).toEqual([...ColorThemeId.options])
    expect(ids).toEqual(Object.keys(ACCENTS))
  })
})

describe('the form', () => {
  test("starts with the practice's values, without a new logo", () => {
    expect(brandOf({ companyName: null, colorUI: null })).toEqual({
      companyName: '',
      colorUI: '',
      logo: null,
      removeLogo: false,
    })
  })

  test('accepts a name of one line and a theme, or neither', () => {
    const good = (values: object) => BrandFormSchema.safeParse(values).success
    expect([good({}), good({ companyName: 'Norte', colorUI: '3E1293' })]).toEqual([true, true])
    expect([good({ companyName: 'x'.repeat(81) }), good({ colorUI: 'FFFFFF' })]).toEqual([false, false])
  })
})
