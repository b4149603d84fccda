import { useEffect, useState } from 'react'
import type { Other } from './call-session.ts'

/** Media that do not connect in this time will hardly do so later (product §10). */
const STUCK_MS = 15_000

/** Whether somebody is in the call whose picture and sound did not arrive in all this time. */
export function useStuck(others: readonly Pick<Other, 'peerId' | 'link'>[]): boolean {
  const waiting = others
    .filter(({ link }) => link !== 'connected')
    .map(({ peerId }) => peerId)
    .join(' ')
  const [stuckFor, setStuckFor] = useState('')
  useEffect(() => {
    if (waiting === '') return
    const timer = setTimeout(() => setStuckFor(waiting), STUCK_MS)
    return () => {
      clearTimeout(timer)
      // They may be lost again later, and then have this long again.
      setStuckFor('')
    }
  }, [waiting])
  return waiting !== '' && stuckFor === waiting
}
