import { useEffect, useRef } from 'react'

/**
 * Closes a dialog of the URL that was open when a change from elsewhere made it impossible. Otherwise it would open by
 * itself once that is possible again. A link to a dialog that is not possible yet keeps waiting.
 */
export function useEndedDialog(isAsked: boolean, isPossible: boolean, close: () => void): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && isAsked && !isPossible) close()
    wasOpen.current = isAsked && isPossible
  })
}
