import type { RefCallback } from 'react'

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
    // It sticks no higher than where its form begins: of one that has only begun, the upper part is seen.
    const seen = Math.round(Math.min(element.offsetHeight, end - top))
    // Above the foot, or below the window, it is where it has its place in the page.
    const room =
      bottom > end - 1 && seen > 0 ? seen + (Number.parseFloat(own.getPropertyValue('--foot-gap')) || 0) : 0
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
