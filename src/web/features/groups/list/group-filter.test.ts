import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GroupListQuery, GroupStatus } from '#contract/groups.ts'
import { LONGEST_SEARCH, STATUSES, addressOf, filterOf, isFiltered, noFilter } from './group-filter.ts'

const read = (query: string) => filterOf(new URLSearchParams(query))

describe('the filter of the list in its URL', () => {
  test('accepts every status', () => {
    expect(STATUSES).toEqual(GroupStatus.options)
  })

  test('parses valid values and ignores others', () => {
    expect(read('')).toEqual(noFilter)
    expect(read('search=l%C3%ADder&status=running&page=3')).toEqual({
      search: 'líder',
      status: 'running',
      page: 3,
    })
    for (const query of ['status=lost', 'page=0', 'page=-2', 'page=x', 'page=NaN']) {
      expect(read(query)).toEqual(noFilter)
    }
  })

  test('never exceeds what the server accepts', () => {
    expect(read(`search=${'x'.repeat(500)}&page=1e300`)).toEqual({
      search: 'x'.repeat(LONGEST_SEARCH),
      status: null,
      page: 100_000,
    })
    expect(GroupListQuery.safeParse(read(`search=${'x'.repeat(500)}`)).error?.issues).not.toContainEqual(
      expect.objectContaining({ path: ['search'] }),
    )
  })

  test('survives a round trip', () => {
    const filters = fc.record({
      search: fc.string({ maxLength: LONGEST_SEARCH }).map((text) => text.trim()),
      status: fc.constantFrom(null, ...GroupStatus.options),
      page: fc.integer({ min: 1, max: 100_000 }),
    })
    fc.assert(
      fc.property(filters, (filter) => {
        expect(filterOf(new URLSearchParams(addressOf(filter)))).toEqual(filter)
        expect(isFiltered(filter)).toBe(new URLSearchParams(addressOf(filter)).size > 0)
      }),
    )
    expect(isFiltered(noFilter)).toBe(false)
  })
})
