import { describe, expect, test } from 'vitest'
import { keptList, keptText } from './kept-text.domain.ts'

describe('the stored values', () => {
  test('an empty text becomes null, a missing one is kept', () => {
    expect([keptText(''), keptText(null), keptText(undefined), keptText('Sofi\u0301a')]).toEqual([
      null,
      null,
      undefined,
      'Sofía',
    ])
  })

  test('a list has no duplicates', () => {
    expect(keptList(['Liderazgo', 'Carrera', 'Liderazgo'])).toEqual(['Liderazgo', 'Carrera'])
    expect(keptList(undefined)).toBeUndefined()
  })
})
