import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { showFailure } from '#web/api/errors.ts'
import type { ThreadState, ThreadStore } from '../thread/thread-store.ts'

/** What a link to a message in a room carries beside the address: its place there. */
export const arrivalAt = (seq: number) => ({ state: { seq } })

/** Goes to the message that a link named, once the room is there. Going back to this address later goes to its end. */
export function useArrival(store: ThreadStore, status: ThreadState['status']): void {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const seq: unknown =
    typeof state === 'object' && state !== null ? (state as { seq?: unknown }).seq : undefined
  useEffect(() => {
    if (status !== 'ready' || typeof seq !== 'number') return
    void store.jump(seq).catch(showFailure)
    void navigate({ pathname, search }, { replace: true, state: null })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each place; a new address must not jump again
  }, [status, seq])
}
