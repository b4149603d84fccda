import { TimeGridLayout } from '@fullcalendar/react/protected-api'

/** Where a grid of hours is to scroll: to a time, until its rows have a height, then to that many pixels. */
type ScrollState = { time?: unknown; y?: number | undefined }

const grid: { componentWillUnmount: (this: TimeGridLayout) => void } = TimeGridLayout.prototype
const unmount = grid.componentWillUnmount

/**
 * Forgets where a grid of hours was to scroll when it is taken away. FullCalendar 7.1.4 scrolls in the frame after the
 * height of its rows has changed, and does not ask whether the grid is still there: changing the view or the screen in
 * between failed with "Cannot read properties of null (reading 'scrollTo')".
 */
grid.componentWillUnmount = function forget() {
  unmount.call(this)
  const { scrollState } = this as unknown as { scrollState: ScrollState }
  scrollState.time = undefined
  scrollState.y = undefined
}
