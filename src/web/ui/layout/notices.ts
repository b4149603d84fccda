import type { RefCallback } from 'react'

/**
 * Of the notices above a screen: their height is `--norte-notices`, which a screen that fills the window leaves free. Set
 * only when there are some: the browser then computes the styles of the whole page again.
 */
export const notices: RefCallback<HTMLElement> = (element) => {
  if (element === null) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    if (element.offsetHeight > 0) style.setProperty('--norte-notices', `${String(element.offsetHeight)}px`)
    else style.removeProperty('--norte-notices')
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty('--norte-notices')
  }
}
