import { useEffect, useState } from 'react'
import type { CallView, Other } from './call-session.ts'

/** Media that do not connect in this time will hardly do so later (product §10). */
const STUCK_MS = 15_000

type Call = {
  state: CallView['state']
  others: readonly Pick<Other, 'peerId' | 'link' | 'side'>[]
}

/**
 * Whether picture and sound of nobody else arrived in all this time, or not those of the coach; or the server did not let this
 * person in. One of the other members who does not connect is shown as connecting.
 */
export function useStuck({ state, others }: Call): boolean {
  const cut = others.filter(({ link }) => link !== 'connected')
  const isCut = cut.length === others.length || cut.some(({ side }) => side === 'coach')
  const waiting = state === 'joining' ? state : isCut ? cut.map(({ peerId }) => peerId).join(' ') : ''
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
