import { describe, expect, test } from 'vitest'
import { MAX_BULK_CLIENTS } from '#contract/clients/clients-bulk.ts'
import { MOST_CHOSEN, NOBODY, pageToggled, shareOf, toggled } from './selection.ts'

const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({
    id: `c${from + at}`,
    fullName: `Persona ${from + at}`,
    status: 'active' as const,
  }))

describe('the selection of clients', () => {
  test('takes a client in and out', () => {
    const [one] = people(1)
    const chosen = toggled(NOBODY, one!)
    expect([...chosen.keys()]).toEqual(['c0'])
    expect(toggled(chosen, one!).size).toBe(0)
    expect(NOBODY.size).toBe(0)
  })

  test('takes a page in, completes it, and takes it out; others stay', () => {
    const page = people(3)
    const before = toggled(toggled(NOBODY, page[1]!), { ...people(1)[0]!, id: 'x' })
    expect(shareOf(before, page)).toBe('some')
    const all = pageToggled(before, page)
    expect(shareOf(all, page)).toBe('all')
    expect(all.size).toBe(4)
    expect([...pageToggled(all, page).keys()]).toEqual(['x'])
  })

  test('has no more than one call takes', () => {
    expect(MOST_CHOSEN).toBe(MAX_BULK_CLIENTS)
    const full = pageToggled(NOBODY, people(MOST_CHOSEN))
    const more = people(2, MOST_CHOSEN)
    expect(pageToggled(full, more)).toEqual(full)
    expect(toggled(full, more[0]!)).toBe(full)
    expect(toggled(full, people(1)[0]!).size).toBe(MOST_CHOSEN - 1)
  })
})
