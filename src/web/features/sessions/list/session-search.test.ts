import { describe, expect, test } from 'vitest'
import type { CalendarDate } from '#time/calendar-date.ts'
import { filterOf, readSearch, writeSearch } from './session-search.ts'

const ID = '0190c0de-0000-7000-8000-000000000001'
const read = (query: string) => readSearch(new URLSearchParams(query))
const NOTHING = { search: '', of: null, from: null, to: null }

describe('a search in the URL', () => {
  test('is read as it was written', () => {
    const searches = [
      NOTHING,
      { search: 'mariana meta', of: { type: 'Client', itemId: ID }, from: '2027-02-01', to: '2027-02-28' },
      { search: '', of: { type: 'Group', itemId: ID }, from: null, to: '2027-02-28' },
    ] as ReturnType<typeof readSearch>[]
    for (const search of searches) expect(readSearch(writeSearch(search))).toEqual(search)
    expect(writeSearch(NOTHING as ReturnType<typeof readSearch>).size).toBe(0)
  })

  test('ignores what makes no sense', () => {
    expect(read('clientId=nobody&from=2027-02-30&to=soon')).toEqual(NOTHING)
    expect(read('from=2027-02-02&to=2027-02-01')).toEqual({ ...NOTHING, from: '2027-02-02' })
    expect(read(`search=${'a'.repeat(500)}`).search).toHaveLength(120)
    expect(read(`clientId=${ID}&groupId=${ID}`).of).toEqual({ type: 'Client', itemId: ID })
  })
})

test('its days are those of the reader, the last one included', () => {
  const search = {
    ...NOTHING,
    from: '2027-02-01' as CalendarDate,
    to: '2027-02-01' as CalendarDate,
    search: ' a ',
  }
  expect(filterOf(search, 'America/Mexico_City')).toEqual({
    search: 'a',
    from: '2027-02-01T06:00:00.000Z',
    to: '2027-02-02T06:00:00.000Z',
  })
  expect(filterOf(readSearch(new URLSearchParams()), 'UTC')).toEqual({})
})
