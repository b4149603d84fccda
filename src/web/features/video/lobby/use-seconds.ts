import { useEffect, useState } from 'react'
import { type EpochMs, systemClock } from '#time/clock.ts'

/** The current time, updated every second. */
export function useSeconds(): EpochMs {
  const [now, setNow] = useState(() => systemClock.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(systemClock.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
