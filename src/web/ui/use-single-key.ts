import { useEffect, useEffectEvent } from 'react'

/** Elements in which a letter is text. */
const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'
/** What has the keyboard for itself while it is open. */
const OPEN = '[role="dialog"], [role="menu"]'

/**
 * Calls back when one of the keys is pressed alone: not with a modifier, not while somebody types, and not while a dialog
 * or a menu is open (WCAG 2.1.4: a single key must not act by accident).
 */
export function useSingleKey(keys: readonly string[], onPress: (key: string) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    if (!keys.includes(key)) return
    if (event.target instanceof Element && event.target.closest(TYPING)) return
    if (document.querySelector(OPEN)) return
    event.preventDefault()
    onPress(key)
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
