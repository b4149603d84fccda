import { describe, expect, test } from 'vitest'
import { keptList, keptText } from './kept-text.domain.ts'

describe('what is kept', () => {
  test('an empty text is none, one that was not given stays', () => {
    expect([keptText(''), keptText(null), keptText(undefined), keptText('Sofi\u0301a')]).toEqual([
      null,
      null,
      undefined,
      'Sofía',
    ])
  })

  test('a list names each thing once', () => {
    expect(keptList(['Liderazgo', 'Carrera', 'Liderazgo'])).toEqual(['Liderazgo', 'Carrera'])
    expect(keptList(undefined)).toBeUndefined()
  })
})
