import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useStore } from '#web/store/store.ts'

/** A connection that the server cut is back sooner than this. */
const RECONNECT_MS = 1_500

/**
 * Whether what is on screen may be old: the browser has no network, or the live connection of somebody signed in is lost
 * and did not come back at once.
 */
export function useOffline(): boolean {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const lost = useConnectionLost()
  return !online || lost
}

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

function useConnectionLost(): boolean {
  const { isConnected } = useStore(({ socket }) => socket)
  const { isLogged } = useStore(({ session }) => session)
  const wasConnected = useRef(false)
  const [lost, setLost] = useState(false)
  useEffect(() => {
    wasConnected.current = isLogged && (isConnected || wasConnected.current)
    if (isConnected || !wasConnected.current) return
    const timer = setTimeout(() => setLost(true), RECONNECT_MS)
    return () => {
      clearTimeout(timer)
      setLost(false)
    }
  }, [isConnected, isLogged])
  return lost
}
