import { useEffect, useState } from 'react'
import type { CallView } from '../call/call-session.ts'

/** How long a reaction is shown. */
const SHOWN_MS = 4_000

/** The last reaction while it is shown. */
export function useReaction(latest: CallView['reaction']): CallView['reaction'] {
  const [gone, setGone] = useState(0)
  useEffect(() => {
    if (!latest) return
    const timer = setTimeout(() => setGone(latest.serial), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [latest])
  return latest && latest.serial > gone ? latest : undefined
}
