import { act, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { useInSightFirst } from './use-in-sight-first.ts'

/** The first one is as high as two others. */
const heightOf = (item: string) => (item === 'Ana 0' ? 200 : 100)

/** How many items each rendering had. */
let rendered: number[]

beforeEach(() => {
  rendered = []
  vi.resetModules()
  vi.stubGlobal('innerHeight', 300)
})

/** The list of a page that has been loaded in one of the ways that the browser tells apart. */
async function loadedBy(type: 'navigate' | 'reload' | 'back_forward') {
  const load = Object.assign(performance.mark('load'), { type })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([load])
  const page: { useInSightFirst: typeof useInSightFirst } = await import('./use-in-sight-first.ts')
  return function List({ count }: { count: number }) {
    const items = Array.from({ length: count }, (_, at) => `Ana ${at}`)
    rendered.push(page.useInSightFirst(items, heightOf).length)
    return null
  }
}

test('a page that is opened begins with what fits into the window, and goes on with the rest', async () => {
  const List = await loadedBy('navigate')
  render(<List count={10} />)
  expect(rendered[0]).toBe(2)
  expect(rendered.at(-1)).toBe(10)
})

test('the way back to the list that a page was opened with finds it whole, for the place it was left at', async () => {
  const List = await loadedBy('navigate')
  render(<List count={10} />).unmount()
  rendered = []
  render(<List count={10} />)
  expect(rendered[0]).toBe(10)
})

test.each(['reload', 'back_forward'] as const)(
  'a page that is loaded by %s has its whole list at once',
  async (type) => {
    const List = await loadedBy(type)
    render(<List count={10} />)
    expect(rendered[0]).toBe(10)
  },
)

test('later items are shown at once', async () => {
  const List = await loadedBy('navigate')
  const { rerender } = render(<List count={2} />)
  rendered = []
  await act(async () => rerender(<List count={10} />))
  expect(rendered).toEqual([10])
})
