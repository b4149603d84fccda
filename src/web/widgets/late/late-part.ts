import { useSyncExternalStore } from 'react'
import { loadTexts } from '#web/api/texts/i18n.ts'
import { cacheFiles } from './late-files.ts'

/** Code that a screen needs only for a tap, such as its menus: the screen is shown without it. */
export type LatePart<T> = {
  /** Fetches it with its texts, for `lazy-part.tsx`. */
  fetch: () => Promise<T>
  /** Fetches it for `useArrived`; refused if it does not arrive, and then the next call tries again. */
  load: () => Promise<void>
  /** Fetches it for a tap that may come, and runs it with that tap; a failure is that of the tap. Also for `useIdle`. */
  prefetch: () => void
  /** The part once it has arrived, for who wants it: its arrival renders none of the many buttons that nobody pressed. */
  useArrived: (isWanted: boolean) => T | undefined
}

/**
 * A late part, which `importPart` imports from `source`, the file of its parts below `src/web`. It comes with `texts`, those
 * that the screen does without: ahead of a tap too, since a browser keeps files, but asks for texts again, which would have
 * the tap wait, and fail without a network.
 */
export function latePart<T>(
  source: string,
  importPart: () => Promise<T>,
  texts: readonly string[] = [],
): LatePart<T> {
  let arrived: T | undefined
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const loadOwnTexts = async () => {
    if (texts.length > 0) await loadTexts(texts)
  }
  const fetch = async () => (await Promise.all([importPart(), loadOwnTexts()]))[0]
  const load = async () => {
    arrived ??= await fetch()
    for (const tell of listeners) tell()
  }
  const prefetch = async () => {
    const files = globalThis.lateFiles?.[source]
    // In development nobody knows them.
    if (!files) return load()
    await loadOwnTexts()
    cacheFiles(files)
  }
  return {
    fetch,
    load,
    prefetch: () => void prefetch().catch(() => undefined),
    useArrived: (isWanted) => useSyncExternalStore(subscribe, () => (isWanted ? arrived : undefined)),
  }
}
