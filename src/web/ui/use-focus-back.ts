import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * For a dialog that is mounted only while it is open: on closing, the focus returns to the element that had it before,
 * unless it has already moved elsewhere.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) {
        before.focus({ preventScroll: true })
      }
    },
    [before],
  )
}

/** For a button that is replaced by what it opens: it gets the focus again when that is closed. */
export function useOpener(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
