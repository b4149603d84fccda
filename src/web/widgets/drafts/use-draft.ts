import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { drafts } from '#web/api/secure-drafts.ts'

/** The unsent draft under a name, from before a reload or an expired sign-in; undefined while it is loading. */
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

// A page that is left has no time to encrypt, so each keystroke is stored at once. Only where that takes long, as for a
// long text on a slow phone, the next one waits: storing takes a fifth of the time at most.
const PAUSES_PER_SAVE = 4
const LONGEST_PAUSE_MS = 100

export type DraftKeeper = {
  /** Whether this browser can keep drafts, as far as is known: the last one was kept. Components use `useKeeps`. */
  keeps(this: void): boolean
  /** Tells when that changes. Returns an unsubscribe function. */
  subscribe(this: void, listener: () => void): () => void
  /** Stores the draft at once, or after the one that is being stored; a later call replaces an earlier one. */
  keep(value: unknown): void
  /** Stores a pending draft at once. */
  flush(this: void): void
  /** Deletes the draft: it was sent or is not wanted. */
  drop(): void
}

/** Keeps the draft of a name while the screen is mounted. */
export function useDraftKeeper(name: string): DraftKeeper {
  const keeper = useMemo(() => createKeeper(name), [name])
  useEffect(() => () => keeper.flush(), [keeper])
  return keeper
}

/** Whether the browser keeps what is written; false once its storage has refused it. */
export function useKeeps({ subscribe, keeps }: Pick<DraftKeeper, 'subscribe' | 'keeps'>): boolean {
  return useSyncExternalStore(subscribe, keeps)
}

/** The flush function of each keeper that has something pending. */
const pending = new Map<object, () => Promise<void>>()

/** Flushes the pending drafts of all screens; settles once `drafts.names()` lists them. */
export async function flushDrafts(): Promise<void> {
  await Promise.all([...pending.values()].map((store) => store()))
}

/** A keeper without a component; components use `useDraftKeeper`. */
export function createKeeper(name: string): DraftKeeper {
  let waiting: { value: unknown } | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  let storing: Promise<void> | undefined
  let isRefused = false
  const listeners = new Set<() => void>()
  const self = {}
  const stop = () => {
    clearTimeout(pause)
    pause = undefined
    waiting = undefined
  }
  const store = async (): Promise<void> => {
    // One after the other: a save that a newer one overtakes is not stored, so in a slow browser none would be.
    while (storing) await storing
    if (!waiting) return
    const { value } = waiting
    stop()
    const began = performance.now()
    storing = drafts
      .save(name, value)
      .then(tell)
      .finally(() => {
        storing = undefined
        const took = performance.now() - began
        if (!waiting) pending.delete(self)
        else pause ??= setTimeout(flush, Math.min(PAUSES_PER_SAVE * took, LONGEST_PAUSE_MS))
      })
    await storing
  }
  const tell = (isKept: boolean) => {
    if (isRefused === !isKept) return
    isRefused = !isKept
    for (const listener of listeners) listener()
  }
  const flush = () => void store()
  return {
    keeps: () => drafts.available && !isRefused,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    keep(value) {
      waiting = { value }
      pending.set(self, store)
      if (!storing && pause === undefined) flush()
    },
    flush,
    drop() {
      stop()
      pending.delete(self)
      drafts.remove(name)
    },
  }
}
