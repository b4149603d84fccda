import { useEffect } from 'react'
import { whenQuiet } from '#web/api/quiet.ts'

/**
 * Does something once the screen has what it waits for and nothing else is going on. `work` keeps its identity, or it is
 * done again.
 */
export function useIdle(work: () => void): void {
  useEffect(() => whenQuiet(work), [work])
}
