import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showHook } from '#test/support/web/show.tsx'
import { useOpenedNote } from './use-opened-note.ts'

test('a new note keeps its editor when it gets its id; another note, or the next new one, has another', () => {
  const { result } = showHook(() => useOpenedNote(), undefined)
  const keys = ['new', 'n1', 'n2', 'new', 'n3', 'new', null, 'n3'].map((open) => {
    const isBegun = open !== null && open !== 'new' && result.current.open === 'new'
    act(() => (isBegun ? result.current.begin(open) : result.current.setOpen(open)))
    expect(result.current.open).toBe(open)
    return result.current.key
  })
  const [fresh, itsId, other, secondFresh, secondId, thirdFresh, none, again] = keys
  expect(itsId).toBe(fresh)
  expect(secondId).toBe(secondFresh)
  expect(new Set([itsId, other, secondId, thirdFresh, none, again]).size).toBe(6)
})
