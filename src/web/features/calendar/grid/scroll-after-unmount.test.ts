import { expect, test } from 'vitest'
import { TimeGridLayout } from '@fullcalendar/react/protected-api'
import './scroll-after-unmount.ts'

type Inside = { scrollState: { y?: number }; applyTimeScroll: () => void }

test('a grid of hours that is gone does not scroll in the frame after', () => {
  const off = () => undefined
  const grid = new TimeGridLayout({} as never)
  Object.assign(grid, { context: { emitter: { off } } })
  const inside = grid as unknown as Inside
  inside.scrollState.y = 640
  // Without the remedy this is what fails: its scroller is null by then.
  expect(inside.applyTimeScroll).toThrow(/scrollTo/)
  grid.componentWillUnmount()
  expect(inside.applyTimeScroll).not.toThrow()
})
