import { startTransition, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** The key of the entry a page is opened with. A reload, or a way back, has another one, and a place to return to. */
const OPENED = 'default'

/**
 * The items of a long list. When it is what the page is opened with, those that fit into the window are rendered first,
 * and the others in slices after them: a slow phone shows the screen sooner. `leastHeight` is that of an item in px, so
 * that what is in the window never moves. Later changes are shown at once.
 */
export function useInSightFirst<T>(items: readonly T[], leastHeight: number): readonly T[] {
  const isOpened = useLocation().key === OPENED
  const [isWhole, setWhole] = useState(!isOpened)
  useEffect(() => startTransition(() => setWhole(true)), [])
  const inSight = Math.ceil(window.innerHeight / leastHeight)
  return isWhole || items.length <= inSight ? items : items.slice(0, inSight)
}
