import { useSyncExternalStore } from 'react'
import { loadTexts } from '#web/api/texts/i18n.ts'
import { cacheFiles } from './late-files.ts'

/** Code that a screen needs only for a tap, such as its menus: the screen is shown without it. */
export type LatePart<T> = {
  /** Fetches it; refused if it does not arrive, and then the next call tries again. */
  load: () => Promise<void>
  /** Fetches it for a tap that may come, and runs it with that tap; a failure is that of the tap. Also for `useIdle`. */
  prefetch: () => void
  /** The part once it has arrived, for who wants it: its arrival renders none of the many buttons that nobody pressed. */
  useArrived: (isWanted: boolean) => T | undefined
}

/**
 * A late part, which `fetchPart` imports from `source`, the file of its parts below `src/web`, and gives back once it has
 * `texts`, those which the screen does without. Ahead of a tap they come with the files: a browser keeps files, but asks
 * for texts again, which would have the tap wait, and fail without a network.
 */
export function latePart<T>(
  source: string,
  fetchPart: () => Promise<T>,
  texts: readonly string[] = [],
): LatePart<T> {
  let arrived: T | undefined
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const load = async () => {
    arrived ??= await fetchPart()
    for (const tell of listeners) tell()
  }
  const prefetch = async () => {
    const files = globalThis.lateFiles?.[source]
    // In development nobody knows them.
    if (!files) return load()
    if (texts.length > 0) await loadTexts(texts)
    cacheFiles(files)
  }
  return {
    load,
    prefetch: () => void prefetch().catch(() => undefined),
    useArrived: (isWanted) => useSyncExternalStore(subscribe, () => (isWanted ? arrived : undefined)),
  }
}
