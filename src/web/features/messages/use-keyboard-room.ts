import { useEffect } from 'react'

/**
 * While the keyboard of a phone lies over the page, its height is `--norte-keyboard`: the composer stays above it. Where the
 * browser makes the page smaller itself (index.html asks for that) it is 0.
 */
export function useKeyboardRoom(): void {
  useEffect(() => {
    const { visualViewport } = window
    if (!visualViewport) return undefined
    const { style } = document.documentElement
    const measure = () => {
      // A page that is zoomed in has no keyboard because of that.
      const hidden = visualViewport.scale > 1 ? 0 : window.innerHeight - visualViewport.height
      style.setProperty('--norte-keyboard', `${String(Math.max(0, Math.round(hidden)))}px`)
    }
    visualViewport.addEventListener('resize', measure)
    return () => {
      visualViewport.removeEventListener('resize', measure)
      style.removeProperty('--norte-keyboard')
    }
  }, [])
}
