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

/** How each keeper with something not yet stored stores it. */
const pending = new Map<object, () => Promise<void>>()

/** Stores at once what any screen was about to keep; settles once `drafts.names()` has it all. */
export async function flushDrafts(): Promise<void> {
  await Promise.all([...pending.values()].map((store) => store()))
}

/** A keeper without a screen around it; components use `useDraftKeeper`. */
export function createKeeper(name: string): DraftKeeper {
  let waiting: { value: unknown; timer: ReturnType<typeof setTimeout> } | undefined
  let storing = Promise.resolve()
  const self = {}
  const stop = () => {
    clearTimeout(waiting?.timer)
    waiting = undefined
  }
  const store = () => {
    if (!waiting) return storing
    const { value } = waiting
    stop()
    storing = drafts.save(name, value).finally(() => {
      if (!waiting) pending.delete(self)
    })
    return storing
  }
  const flush = () => void store()
  return {
    keeps: drafts.available,
    keep(value) {
      stop()
      waiting = { value, timer: setTimeout(flush, KEEP_AFTER_MS) }
      pending.set(self, store)
    },
    flush,
    drop() {
      stop()
      pending.delete(self)
      drafts.remove(name)
    },
  }
}
