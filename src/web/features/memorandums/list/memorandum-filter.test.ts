import { expect, test } from 'vitest'
import { addressOf, filterOf, isFiltered } from './memorandum-filter.ts'

const CLIENT = '01890000-0000-7000-8000-000000000002'

test('a filter and its address are the same, invalid values left out', () => {
  const filter = { search: 'cierre', clientId: CLIENT, priority: 'high' as const }
  expect(filterOf(new URLSearchParams(addressOf(filter)))).toEqual(filter)
  expect(isFiltered(filter)).toBe(true)
  const nothing = filterOf(new URLSearchParams({ search: '  ', clientId: 'x', priority: 'urgent' }))
  expect(nothing).toEqual({ search: '', clientId: null, priority: null })
  expect(isFiltered(nothing)).toBe(false)
})
