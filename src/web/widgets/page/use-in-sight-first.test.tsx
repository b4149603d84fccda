import { act, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { useInSightFirst } from './use-in-sight-first.ts'

/** How many items each rendering had. */
let rendered: number[]

beforeEach(() => {
  rendered = []
  vi.stubGlobal('innerHeight', 300)
})

function List({ items }: { items: readonly string[] }) {
  const shown = useInSightFirst(items, 100)
  rendered.push(shown.length)
  return null
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `Ana ${at}`)
const show = (count: number, key = 'default') => (
  <MemoryRouter initialEntries={[{ pathname: '/clients', key }]}>
    <List items={names(count)} />
  </MemoryRouter>
)

test('a page that is opened begins with what fits into the window, and goes on with the rest', () => {
  render(show(10))
  expect(rendered[0]).toBe(3)
  expect(rendered.at(-1)).toBe(10)
})

test('a page that is gone back to has its whole list at once, for the place it was left at', () => {
  render(show(10, 'k3j2h1'))
  expect(rendered[0]).toBe(10)
})

test('later items are shown at once', async () => {
  const { rerender } = render(show(2))
  rendered = []
  await act(async () => rerender(show(10)))
  expect(rendered).toEqual([10])
})
