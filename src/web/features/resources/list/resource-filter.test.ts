import { expect, test } from 'vitest'
import { addressOf, countFilters, filterOf, isNarrowed } from './resource-filter.ts'

const read = (params: Record<string, string>) => filterOf(new URLSearchParams(params))

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
  expect(read(addressOf(filter))).toEqual(filter)
  expect(countFilters(filter)).toBe(4)
  expect([filter, { ...read({}), search: 'vida' }, read({})].map(isNarrowed)).toEqual([true, true, false])
  const wrong = read({ type: 'exe', status: 'x', page: '-2', look: 'x' })
  expect(addressOf(wrong)).toEqual({})
})
