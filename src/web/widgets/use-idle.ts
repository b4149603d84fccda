import { startTransition, useEffect, useState } from 'react'
import { whenQuiet } from '#web/api/quiet.ts'

/**
 * Does something once the screen has what it waits for and nothing else is going on; true from then on. `work` keeps its
 * identity, or it is done again.
 */
export function useIdle(work: () => void): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(
    () =>
      whenQuiet(() => {
        work()
        startTransition(() => setIdle(true))
      }),
    [work],
  )
  return idle
}
