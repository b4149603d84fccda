import { startTransition, useEffect, useState } from 'react'

/**
 * Does something once nothing else is going on; true from then on. `work` keeps its identity, or it is done again.
 */
export function useIdle(work: () => void): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const begin = () => {
      work()
      startTransition(() => setIdle(true))
    }
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(begin, 2_000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(begin, { timeout: 5_000 })
    return () => cancelIdleCallback(handle)
  }, [work])
  return idle
}
