import { useEffect } from 'react'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

/** The keys of the palette as they are printed on a keyboard. */
export const PALETTE_KEY = isMac ? '⌘ K' : 'Ctrl K'

/** Calls back at Ctrl K and ⌘ K, wherever the focus is. The callback must be the same at every render. */
export function usePaletteKey(onPress: () => void): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      onPress()
    }
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [onPress])
}
