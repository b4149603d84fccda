import { type RefObject, useEffect, useRef } from 'react'

/** How much of its neighbour is seen beside the open tab, so that a person sees there is more. */
const NEIGHBOUR_PX = 40

/**
 * For the open one of some tabs, whose name is `tab`: where they do not fit side by side, their line is scrolled until it is
 * in sight. The page itself stays where it is.
 */
export function useTabInSight(tab: string): RefObject<HTMLButtonElement | null> {
  const open = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const line = open.current?.parentElement
    if (!open.current || !line) return
    const seen = line.getBoundingClientRect()
    const own = open.current.getBoundingClientRect()
    if (own.right > seen.right) line.scrollLeft += own.right - seen.right + NEIGHBOUR_PX
    else if (own.left < seen.left) line.scrollLeft -= seen.left - own.left + NEIGHBOUR_PX
  }, [tab])
  return open
}
