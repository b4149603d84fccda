import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ClientListQuery, ClientSort, ClientStatus } from '#contract/clients.ts'
import {
  type ClientList,
  SORTS,
  STATUSES,
  changedList,
  clearedList,
  isNarrowed,
  listQuery,
  readList,
  sortedList,
  writeList,
} from './client-list.ts'

const read = (address: string) => readList(new URLSearchParams(address))
const plain = read('')

const anyList: fc.Arbitrary<ClientList> = fc.record({
  search: fc.string({ maxLength: 20 }).map((text) => text.trim()),
  status: fc.option(fc.constantFrom(...ClientStatus.options)),
  tag: fc.option(fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.trim() || 'a')),
  attention: fc.boolean(),
  sort: fc.constantFrom(...ClientSort.options),
  direction: fc.constantFrom('asc', 'desc'),
  page: fc.integer({ min: 1, max: 500 }),
})

// @spec P.67
describe('the list in the URL', () => {
  test('survives a round trip', () => {
    fc.assert(
      fc.property(anyList, (list) => {
        expect(readList(writeList(list))).toEqual(list)
      }),
    )
  })

  test('omits the defaults', () => {
    expect(writeList(plain).toString()).toBe('')
    expect(plain).toEqual({
      search: '',
      status: null,
      tag: null,
      attention: false,
      sort: 'name',
      direction: 'asc',
      page: 1,
    })
  })

  test('any URL gives a list that the server accepts', () => {
    const anyText = fc.string({ maxLength: 200 })
    const names = fc.constantFrom('search', 'status', 'tag', 'attention', 'sort', 'direction', 'page')
    fc.assert(
      fc.property(fc.dictionary(names, anyText), (address) => {
        const query = Object.fromEntries(
          Object.entries(listQuery(readList(new URLSearchParams(address)))).map(([key, value]) => [
            key,
            // Control characters are the one thing a URL may contain that the server refuses.
            String(value)
              .replaceAll(/\p{Cc}/gu, ' ')
              .trim() || 'a',
          ]),
        )
        expect(ClientListQuery.safeParse(query).error?.issues).toBeUndefined()
      }),
    )
  })

  test.each(['page=0', 'page=-3', 'page=x', 'page=1.5', 'status=gone', 'sort=shoes', 'direction=up'])(
    '?%s is the first page of everybody by name',
    (address) => expect(read(address)).toEqual(plain),
  )
})

test('every status can be filtered by, every order requested', () => {
  expect([...STATUSES].sort()).toEqual([...ClientStatus.options].sort())
  expect([...SORTS].sort()).toEqual([...ClientSort.options].sort())
})

describe('changes of the list', () => {
  test('a new search or filter starts at page 1, another page keeps all else', () => {
    const list = read('search=lu&sort=rhythm&page=4')
    expect(changedList(list, { status: 'active' })).toMatchObject({ page: 1, search: 'lu', sort: 'rhythm' })
    expect(changedList(list, { page: 5 })).toMatchObject({ page: 5, search: 'lu' })
  })

  test('a column starts in its most useful direction, and is reversed when clicked again', () => {
    const byActions = sortedList(plain, 'openActions')
    expect(byActions).toMatchObject({ sort: 'openActions', direction: 'desc' })
    expect(sortedList(byActions, 'openActions').direction).toBe('asc')
    expect(sortedList(plain, 'name').direction).toBe('desc')
    expect(sortedList(byActions, 'nextSession').direction).toBe('asc')
  })

  test('clearing search and filters keeps the order', () => {
    const list = read('search=lu&status=paused&tag=vip&attention=true&sort=rhythm&page=2')
    expect(isNarrowed(list)).toBe(true)
    expect(clearedList(list)).toEqual(read('sort=rhythm'))
    expect(isNarrowed(clearedList(list))).toBe(false)
  })

  test('the request omits what is not set', () => {
    expect(listQuery(plain)).toEqual({ sort: 'name', direction: 'asc', page: 1, items: 25 })
    expect(listQuery(read('attention=true&tag=vip'))).toMatchObject({ attention: 'true', tag: 'vip' })
  })
})
