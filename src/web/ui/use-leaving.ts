import { useEffect, useState } from 'react'

/**
 * Whether the page is being left for another site. Whoever comes back finds the page as it was left, if the browser
 * kept it, and it is theirs to use again.
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
