import { useEffect, useRef, useState } from 'react'
import { type Thread, hasNewer } from './thread-model.ts'
import { fullNameOf } from './room.ts'

/** The newest message of somebody else that came while the room is open, for screen readers. */
export function useHeard(
  thread: Thread | undefined,
  viewerId: string,
): { name: string; text: string } | null {
  const [heard, setHeard] = useState<{ name: string; text: string } | null>(null)
  const upTo = useRef<number | null>(null)
  useEffect(() => {
    if (!thread || hasNewer(thread)) return
    const last = thread.messages.at(-1)
    const isNew = upTo.current !== null && last !== undefined && last.seq > upTo.current
    upTo.current = Math.max(upTo.current ?? 0, last?.seq ?? 0)
    if (isNew && last.sender.userId !== viewerId) setHeard({ name: fullNameOf(last.sender), text: last.text })
  }, [thread, viewerId])
  return heard
}
