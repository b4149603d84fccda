import type { RefCallback } from 'react'

/** Of the notices above a screen: their height is `--norte-notices`, which a screen that fills the window leaves free. */
export const notices: RefCallback<HTMLElement> = (element) => {
  if (element === null) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    style.setProperty('--norte-notices', `${String(element.offsetHeight)}px`),
  )
  observer.observe(element)
  return () => {
    observer.disconnect()
    style.removeProperty('--norte-notices')
  }
}
