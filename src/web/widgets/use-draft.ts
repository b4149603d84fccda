import { useEffect, useMemo, useState } from 'react'
import { drafts } from '#web/api/secure-drafts.ts'

/** What was written under a name and not sent, from before a reload or an expired sign-in; undefined while it is looked for. */
export function useStoredDraft(name: string): { value: unknown } | undefined {
  const [found, setFound] = useState<{ name: string; value: unknown }>()
  useEffect(() => {
    let current = true
    void drafts.read(name).then((value) => current && setFound({ name, value }))
    return () => {
      current = false
    }
  }, [name])
  return found?.name === name ? found : undefined
}

/** Short enough that a reload loses no sentence, long enough that not every key is encrypted. */
const KEEP_AFTER_MS = 300

export type DraftKeeper = {
  /** Whether this browser can keep any. */
  keeps: boolean
  /** Keeps it soon; what comes shortly after takes its place. */
  keep(value: unknown): void
  /** Keeps at once what still waits. */
  flush(): void
  /** Forgets it: it was sent, or is not wanted. */
  drop(): void
}

/** Keeps what is being written under a name, for as long as the screen stands. */
export function useDraftKeeper(name: string): DraftKeeper {
  const keeper = useMemo(() => createKeeper(name), [name])
  useEffect(() => () => keeper.flush(), [keeper])
  return keeper
}

function createKeeper(name: string): DraftKeeper {
  let waiting: { value: unknown; timer: ReturnType<typeof setTimeout> } | undefined
  const stop = () => {
    clearTimeout(waiting?.timer)
    waiting = undefined
  }
  const flush = () => {
    if (!waiting) return
    const { value } = waiting
    stop()
    void drafts.save(name, value)
  }
  return {
    keeps: drafts.available,
    keep(value) {
      stop()
      waiting = { value, timer: setTimeout(flush, KEEP_AFTER_MS) }
    },
    flush,
    drop() {
      stop()
      drafts.remove(name)
    },
  }
}
