import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useTabInSight } from './use-tab-in-sight.ts'

const WIDTH = 100
const SEEN = 250

/** Five tabs of which two and a half are seen. */
function Line({ open }: { open: number }) {
  const ref = useTabInSight(String(open))
  return (
    <div
      data-testid="line"
      ref={(line) => {
        if (line) line.getBoundingClientRect = () => new DOMRect(0, 0, SEEN, 40)
      }}
    >
      {[0, 1, 2, 3, 4].map((each) => (
        <button key={each} type="button" ref={each === open ? ref : null}>
          {each}
        </button>
      ))}
    </div>
  )
}

/** Shows the tab `open` of a line that is scrolled by `scrolled`, and says by how much it is scrolled then. */
function scrolledFor(open: number, scrolled: number): number {
  const { rerender, unmount } = render(<Line open={0} />)
  const line = screen.getByTestId('line')
  line.scrollLeft = scrolled
  for (const [at, tab] of screen.getAllByRole('button').entries()) {
    tab.getBoundingClientRect = () => new DOMRect(at * WIDTH - line.scrollLeft, 0, WIDTH, 40)
  }
  rerender(<Line open={open} />)
  const { scrollLeft } = line
  unmount()
  return scrollLeft
}

test('a tab beyond the end is scrolled into sight with a piece of the next one', () => {
  expect(scrolledFor(3, 0)).toBe(4 * WIDTH - SEEN + 40)
})

test('so is one before the beginning', () => {
  expect(scrolledFor(1, 250)).toBe(1 * WIDTH - 40)
})

test('a line stays where it is while the open tab is in sight', () => {
  expect(scrolledFor(1, 0)).toBe(0)
  expect(scrolledFor(2, 100)).toBe(100)
})
