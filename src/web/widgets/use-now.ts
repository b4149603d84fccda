import { useSyncExternalStore } from 'react'
import type { CalendarDate } from '#time/calendar-date.ts'
import { type EpochMs, systemClock } from '#time/clock.ts'
import { shortDay } from '#time/relative.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'

const TICK_MS = 30_000

let now: EpochMs = systemClock.now()
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = systemClock.now()
  for (const listener of listeners) listener()
}

/** The time is never shown for longer than a tick, also where the first one to ask for it comes between two. */
function waitForTick(): void {
  const left = Math.min(TICK_MS, Math.max(0, now + TICK_MS - systemClock.now()))
  timer = setTimeout(() => {
    tick()
    waitForTick()
  }, left)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    // A tab that was suspended shows the right time as soon as it is visible.
    document.addEventListener('visibilitychange', tick)
    waitForTick()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** While nobody subscribes nothing ticks. A time that is only a moment newer would render a whole screen again at once. */
function read(): EpochMs {
  if (listeners.size === 0 && Math.abs(systemClock.now() - now) >= TICK_MS) now = systemClock.now()
  return now
}

/** The current time, updated every 30 s: one timer for all subscribers. */
export function useNow(): EpochMs {
  return useSyncExternalStore(subscribe, read)
}

/** Writes a day for its reader: "24 nov", and "24 nov 2027" in another year than this one. */
export function useShortDay(): (day: EpochMs | CalendarDate) => string {
  const { timezone } = useViewer()
  const now = useNow()
  return (day) => shortDay(day, now, timezone, currentLanguage())
}
