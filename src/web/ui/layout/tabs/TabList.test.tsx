import { Tabs } from '@mantine/core'
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { show } from '#test/support/web/show.tsx'
import { TabList } from './TabList.tsx'

/** Where the tabs lie in a row of 300 px. */
const PLACES: Record<string, { left: number; right: number }> = {
  tablist: { left: 0, right: 300 },
  Past: { left: 0, right: 100 },
  Today: { left: 100, right: 240 },
  Coming: { left: 240, right: 400 },
}
let see: (seen: Record<string, boolean>) => void

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    const { left = 0, right = 0 } = PLACES[this.getAttribute('role') ?? ''] ?? PLACES[this.textContent] ?? {}
    return new DOMRect(left, 0, right - left, 44)
  })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (changes: { target: Element; isIntersecting: boolean }[]) => void) {
        see = (seen) =>
          report(
            Object.entries(seen).map(([name, isIntersecting]) => ({
              target: screen.getByRole('tab', { name }),
              isIntersecting,
            })),
          )
      }
      observe() {}
      disconnect() {}
    },
  )
})

const tabs = (active: string) => (
  <Tabs value={active}>
    <TabList active={active} aria-label="Sessions">
      {['Past', 'Today', 'Coming'].map((name) => (
        <Tabs.Tab key={name} value={name}>
          {name}
        </Tabs.Tab>
      ))}
    </TabList>
  </Tabs>
)
const row = () => screen.getByRole('tablist')
const fading = () =>
  row()
    .getAttributeNames()
    .filter((name) => name.startsWith('data-more'))

test('the row fades where it goes on, and only there', () => {
  show(tabs('Past'))
  act(() => see({ Past: true, Coming: true }))
  expect(fading()).toEqual([])
  act(() => see({ Coming: false }))
  expect(fading()).toEqual(['data-more-after'])
  act(() => see({ Past: false, Coming: true }))
  expect(fading()).toEqual(['data-more-before'])
})

test('the open tab is brought into sight with the edge of its neighbour, whichever way it lies', () => {
  const { rerender } = show(tabs('Coming'))
  expect(row().scrollLeft).toBe(140)
  rerender(tabs('Past'))
  expect(row().scrollLeft).toBe(100)
})

test('a tab in sight leaves the row where it is', () => {
  show(tabs('Today'))
  expect(row().scrollLeft).toBe(0)
})
