import { useSyncExternalStore } from 'react'
import { type EpochMs, systemClock } from '#time/clock.ts'

const TICK_MS = 30_000

let now: EpochMs = systemClock.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = systemClock.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(tick, TICK_MS)
    // A tab that was suspended shows the right time as soon as it is visible.
    document.addEventListener('visibilitychange', tick)
    // A newer time than the one just rendered would render the whole screen again at once.
    if (systemClock.now() - now >= TICK_MS) now = systemClock.now()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The current time, updated every 30 s: one timer for all subscribers. */
export function useNow(): EpochMs {
  return useSyncExternalStore(subscribe, () => now)
}
