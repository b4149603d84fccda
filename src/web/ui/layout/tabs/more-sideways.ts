import { useEffect, type RefObject } from 'react'

/** Of the first and the last item this much must be in sight: they may lie a fraction of a pixel outside. */
const WHOLE = 0.95

/**
 * Marks a row that scrolls sideways with where it goes on: `data-more-before`, `data-more-after`. The browser watches the
 * row's first and last item, so that neither scrolling nor a width that changes later makes the page measure anything.
 */
export function useMoreSideways(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = row.current
    const first = root?.firstElementChild
    const last = root?.lastElementChild
    if (!root || !first || !last) return undefined
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          root.toggleAttribute(target === first ? 'data-more-before' : 'data-more-after', !isIntersecting)
        }
      },
      { root, threshold: WHOLE },
    )
    observer.observe(first)
    observer.observe(last)
    return () => observer.disconnect()
  }, [row])
}
