import { useEffect, useState } from 'react'
import type { Other } from './call-session.ts'

/** Media that do not connect in this time will hardly do so later (product §10). */
const STUCK_MS = 15_000

/**
 * Whether nobody else's picture and sound arrived in all this time. Who does not connect while others do has the trouble, and is
 * shown as connecting.
 */
export function useStuck(others: readonly Pick<Other, 'peerId' | 'link'>[]): boolean {
  const isAlone = others.every(({ link }) => link !== 'connected')
  const waiting = isAlone ? others.map(({ peerId }) => peerId).join(' ') : ''
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
