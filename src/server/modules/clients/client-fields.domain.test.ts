import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptFields } from './client-fields.domain.ts'

test('missing fields stay missing, and null or an empty text clears a value', () => {
  expect(Object.values(keptFields({})).filter((value) => value !== undefined)).toEqual([])
  expect(keptFields({ phone: '', city: null, objective: 'Delegar' })).toMatchObject({
    phone: null,
    city: null,
    objective: 'Delegar',
  })
})

test('texts and tags are normalised, and normalising them again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ unit: 'grapheme' })), (text, tags) => {
      const once = keptFields({ name: text, city: text, tags })
      expect(once.name).toBe(text.normalize('NFC'))
      expect(new Set(once.tags).size).toBe(once.tags!.length)
      const { name, city, tags: kept } = once
      expect(keptFields({ name, city, tags: kept })).toEqual(once)
    }),
  )
})
