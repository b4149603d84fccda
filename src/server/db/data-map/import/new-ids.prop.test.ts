import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OutOfOrder, createNewIds } from './new-ids.ts'

const IMPORT = { importId: '01890000-0000-7000-8000-0000000000a1', at: 1_801_000_000_000 }
const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const ids = fc.uniqueArray(
  fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => {
    const hex = Buffer.from(bytes).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }),
  { minLength: 1, maxLength: 200 },
)

// @spec P.346
describe('new ids', () => {
  test('are one for each row, in the order of the old ones, and never an old one', () => {
    fc.assert(
      fc.property(ids, ids, (sessions, goals) => {
        const made = createNewIds(IMPORT)
        for (const id of sessions.toSorted()) made.add('sessions', id)
        for (const id of goals.toSorted()) made.add('goals', id)
        const newSessions = sessions.toSorted().map((id) => made.find('sessions', id)!)
        const newGoals = goals.toSorted().map((id) => made.find('goals', id)!)
        expect(newSessions).toEqual(newSessions.toSorted())
        expect(newGoals).toEqual(newGoals.toSorted())
        const all = [...newSessions, ...newGoals]
        expect(new Set(all).size).toBe(all.length)
        for (const id of all) expect(id).toMatch(SHAPE)
        expect(all.filter((id) => sessions.includes(id) || goals.includes(id))).toEqual([])
      }),
    )
  })

  test('are the same for the same import, and others for another', () => {
    fc.assert(
      fc.property(ids, (old) => {
        const [once, again, other] = [
          IMPORT,
          IMPORT,
          { ...IMPORT, importId: '01890000-0000-7000-8000-0000000000a2' },
        ].map((of) => {
          const made = createNewIds(of)
          for (const id of old.toSorted()) made.add('clients', id)
          return old.map((id) => made.find('clients', id))
        })
        expect(again).toEqual(once)
        expect(other!.filter((id) => once!.includes(id))).toEqual([])
      }),
    )
  })

  test('are of no row that is not there, nor of one of another table', () => {
    fc.assert(
      fc.property(ids, (old) => {
        const made = createNewIds(IMPORT)
        const [last, ...rest] = old.toSorted().toReversed()
        for (const id of rest.toReversed()) made.add('notes', id)
        expect(made.find('notes', last!)).toBeUndefined()
        expect(made.find('goals', rest[0] ?? last!)).toBeUndefined()
        expect(made.find('notes', '__proto__')).toBeUndefined()
      }),
    )
  })

  test('are refused for rows that are not in order, or there twice', () => {
    const made = createNewIds(IMPORT)
    const id = (last: string) => `00000000-0000-7000-8000-00000000000${last}`
    made.add('notes', id('2'))
    expect(() => made.add('notes', id('1'))).toThrow(OutOfOrder)
    expect(() => made.add('notes', id('2'))).toThrow(OutOfOrder)
    expect(() => made.add('notes', '2')).toThrow(RangeError)
  })

  test('of a series of blocks end with six zeros', () => {
    const made = createNewIds(IMPORT)
    made.add('endless_blocks', '00000000-0000-7000-8000-000000000001')
    expect(made.find('endless_blocks', '00000000-0000-7000-8000-000000000001', { isRounded: true })).toMatch(
      /^[0-9a-f-]{30}000000$/,
    )
  })

  test('of what is no row are the same for the same', () => {
    const made = createNewIds(IMPORT)
    expect(made.local('series', 'a')).toBe(made.local('series', 'a'))
    expect(
      new Set(['a', 'b'].flatMap((old) => [made.local('series', old), made.local('peer', old)])).size,
    ).toBe(4)
    expect(made.local('series', 'a')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })
})
