import { startTransition, useEffect, useState } from 'react'

/** Whether this page has shown a list already: from then on, the way back leads to the place where it was left. */
let hasShown = false

/**
 * The items of a long list. The first one of a page that was just opened begins with those that fit into the window, and
 * the others are rendered in slices after them: a slow phone shows the screen sooner. `leastHeight` tells that of an item
 * in px, so that what is in the window never moves. Later lists, and later changes, are shown at once.
 */
export function useInSightFirst<T>(items: readonly T[], leastHeight: (item: T) => number): readonly T[] {
  const [isWhole, setWhole] = useState(() => hasShown || !wasJustOpened())
  useEffect(() => {
    hasShown = true
    startTransition(() => setWhole(true))
  }, [])
  return isWhole ? items : fitting(items, leastHeight, window.innerHeight)
}

/** The first items, until they fill this height. */
function fitting<T>(items: readonly T[], leastHeight: (item: T) => number, height: number): readonly T[] {
  let filled = 0
  const last = items.findIndex((item) => (filled += leastHeight(item)) >= height)
  return last < 0 ? items : items.slice(0, last + 1)
}

/** Not reloaded, nor gone back to from elsewhere: there would be a place to return to. */
function wasJustOpened(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'navigate')
}
