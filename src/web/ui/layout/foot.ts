import type { RefCallback } from 'react'

/**
 * Of what sticks to the foot of the window: while it is there, its height is `--norte-foot`, so that a message appears
 * above it, and what is gone to by keyboard is scrolled clear of it.
 */
export const foot: RefCallback<HTMLElement> = (element) => {
  if (element === null) return
  const { style } = document.documentElement
  const measure = () => {
    const fromFoot = window.innerHeight - element.getBoundingClientRect().bottom
    const sticksAt = Number.parseFloat(getComputedStyle(element).bottom)
    // Above it, or below the foot of the window, it is where it has its place in the page.
    const sticks = Math.abs(fromFoot - sticksAt) < 1
    style.setProperty('--norte-foot', sticks ? `${String(element.offsetHeight)}px` : '0px')
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
