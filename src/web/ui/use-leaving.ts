import { useEffect, useState } from 'react'

/**
 * Whether the page is being left for another site. If the browser restores the page on the way back (bfcache), it is
 * usable again.
 */
export function useLeaving(): [leaving: boolean, setLeaving: (leaving: boolean) => void] {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false)
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
  return [leaving, setLeaving]
}
