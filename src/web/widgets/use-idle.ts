import { useEffect, useSyncExternalStore } from 'react'
import { whenQuiet } from '#web/api/quiet.ts'

/**
 * Does something once the screen has what it waits for and nothing else is going on. `work` keeps its identity, or it is
 * done again.
 */
export function useIdle(work: () => void): void {
  useEffect(() => whenQuiet(work), [work])
}

/** What waits for the page that was just opened; from the moment it is quiet, nothing waits any more. */
const page = { isQuiet: false, isWatched: false, listeners: new Set<() => void>() }

/**
 * Whether the page that was just opened has what the person waits for. Asks for what the frame shows beside it, a number
 * of new messages say, wait for that: they would come between the person and the content.
 */
export const usePageQuiet = (): boolean => useSyncExternalStore(watchPage, () => page.isQuiet)

function watchPage(listener: () => void): () => void {
  page.listeners.add(listener)
  if (!page.isWatched) {
    page.isWatched = true
    whenQuiet(() => {
      page.isQuiet = true
      for (const each of page.listeners) each()
    })
  }
  return () => page.listeners.delete(listener)
}
