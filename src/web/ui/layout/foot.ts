import type { RefCallback } from 'react'

/** The height of a message at the foot: it would lie on a bar that ends less than this above the foot. */
const MESSAGE_PX = 64
/** The height of one that only says that all is well. */
const SLIM_PX = 32

/**
 * Of what sticks to the foot of the window: while it is there, the height that is seen of it is `--norte-foot`, so that a
 * message appears above it, and what is gone to by keyboard is scrolled clear of it. A bar that keeps a distance from
 * what is below it says so in `--foot-gap`.
 */
export const foot: RefCallback<HTMLElement> = (element) => {
  if (element === null) return
  const { style } = document.documentElement
  const measure = () => {
    const { top, bottom } = element.getBoundingClientRect()
    const own = getComputedStyle(element)
    const end = window.innerHeight - Number.parseFloat(own.bottom)
    // Up to its upper edge: it sticks no higher than where its form begins, so that of one that has only begun a part is seen.
    const reach = Math.round(end - top)
    // Far above the foot, or below the window, it is where it has its place in the page, and no message lies on it.
    const isInTheWay = reach > 0 && bottom > end - messageHeight()
    const room = isInTheWay ? reach + (Number.parseFloat(own.getPropertyValue('--foot-gap')) || 0) : 0
    style.setProperty('--norte-foot', `${String(room)}px`)
  }
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  // The page is longer or shorter, or elsewhere.
  observer.observe(document.body)
  addEventListener('scroll', measure, { passive: true })
  addEventListener('resize', measure)
  return () => {
    observer.disconnect()
    removeEventListener('scroll', measure)
    removeEventListener('resize', measure)
    style.removeProperty('--norte-foot')
  }
}

/** How high what would lie on a bar is; while nothing is there, as high as a message may be. */
function messageHeight(): number {
  return document.querySelector('[data-slim]') ? SLIM_PX : MESSAGE_PX
}
