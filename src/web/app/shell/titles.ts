/**
 * The titles that screens show in the frame, kept outside its state: one that comes or goes renders what shows it, not
 * the whole frame.
 */
export type Titles = {
  /** Where the title of a page is put, in the header. */
  slot: HTMLElement
  /** Tells that a screen shows its own title; returns a function that undoes it. */
  claim: () => () => void
  /** Whether a screen does. */
  isClaimed: () => boolean
  /** How many have been shown so far. */
  shown: () => number
  subscribe: (listener: () => void) => () => void
}

export function createTitles(): Titles {
  const listeners = new Set<() => void>()
  let claims = 0
  let shown = 0
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    slot: document.createElement('div'),
    claim: () => {
      claims += 1
      shown += 1
      tell()
      return () => {
        claims -= 1
        tell()
      }
    },
    isClaimed: () => claims > 0,
    shown: () => shown,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
