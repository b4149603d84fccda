import { useEffect, useState } from 'react'
import { refresh } from '#web/api/query-client.ts'

/** The pauses before the payment is asked for again, in seconds; the last one stays. A live event comes sooner. */
const PAUSES = [1, 2, 3, 5, 8, 13, 21, 30] as const

/** About ten minutes. */
const MOST = 24

/** Asks for the payment again and again, in growing pauses. `isLong` once all of them have passed. */
export function useAskingAgain(): { isLong: boolean } {
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    // A live event, and coming back to the page, do the rest.
    if (asked > MOST) return
    const timer = setTimeout(
      () => {
        void refresh('payment', 'me')
        setAsked(asked + 1)
      },
      (PAUSES[asked] ?? 30) * 1_000,
    )
    return () => clearTimeout(timer)
  }, [asked])
  return { isLong: asked >= PAUSES.length }
}
