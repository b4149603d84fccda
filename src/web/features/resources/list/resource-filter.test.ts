import { expect, test } from 'vitest'
import { addressOf, countFilters, filterOf } from './resource-filter.ts'

test('a filter survives its URL, and what is not one is ignored', () => {
  const filter = {
    search: 'vida',
    type: 'video',
    status: 'archived',
    category: 'Inicio',
    tag: 'salud',
    page: 3,
    look: 'grid',
  } as const
  expect(filterOf(new URLSearchParams(addressOf(filter)))).toEqual(filter)
  expect(countFilters(filter)).toBe(4)
  const wrong = filterOf(new URLSearchParams({ type: 'exe', status: 'x', page: '-2', look: 'x' }))
  expect(addressOf(wrong)).toEqual({})
})
