import { useSyncExternalStore } from 'react'
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

/** A late part, which `fetchPart` imports from `source`, the file of its parts below `src/web`. */
export function latePart<T>(source: string, fetchPart: () => Promise<T>): LatePart<T> {
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
  const prefetch = () => {
    const files = globalThis.lateFiles?.[source]
    // In development nobody knows them.
    return files ? cacheFiles(files) : load()
  }
  return {
    load,
    prefetch: () => void prefetch().catch(() => undefined),
    useArrived: (isWanted) => useSyncExternalStore(subscribe, () => (isWanted ? arrived : undefined)),
  }
}
