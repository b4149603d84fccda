import { TimeGridLayout } from '@fullcalendar/react/protected-api'

const grid: { componentWillUnmount: (this: TimeGridLayout) => void } = TimeGridLayout.prototype
const unmount = grid.componentWillUnmount

/**
 * Forgets where a grid of hours was to scroll when it is taken away. FullCalendar 7.1.4 scrolls in the frame after the
 * height of its rows has changed, and does not ask whether the grid is still there: changing the view or the screen in
 * between failed with "Cannot read properties of null (reading 'scrollTo')".
 */
grid.componentWillUnmount = function forget() {
  unmount.call(this)
  // Private: to a time, until the rows have a height, then to that many pixels.
  const scrollState: unknown = Reflect.get(this, 'scrollState')
  if (scrollState instanceof Object) Object.assign(scrollState, { time: undefined, y: undefined })
}
