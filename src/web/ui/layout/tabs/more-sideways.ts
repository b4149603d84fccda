import { useEffect, type RefObject } from 'react'

/** Of the first and the last item this much must be in sight: they may lie a fraction of a pixel outside. */
const WHOLE = 0.95

/**
 * Marks a row that scrolls sideways with where it goes on: `data-more-before`, `data-more-after`. The browser watches the
 * row's first and last item, so that neither scrolling nor a width that changes later makes the page measure anything.
 * `items` selects them where they are not the row's children, as in a table; `count` tells that there are others.
 */
export function useMoreSideways(
  row: RefObject<HTMLElement | null>,
  items = ':scope > *',
  count?: number,
): void {
  useEffect(() => {
    const root = row.current
    const all = [...(root?.querySelectorAll(items) ?? [])]
    const first = all[0]
    const last = all.at(-1)
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
  }, [row, items, count])
}
