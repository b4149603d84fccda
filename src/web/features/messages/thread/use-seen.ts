import { type RefObject, useEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ThreadRow } from './thread-rows.ts'
import type { ThreadStore } from './thread-store.ts'

type Given = {
  rows: readonly ThreadRow[]
  list: RefObject<VirtualizerHandle | null>
  store: ThreadStore
  viewerId: string
}

/**
 * Tells what somebody has read: the last message in sight, while this window is the one they work in. `unseen` counts the
 * messages of others that came and were not in sight yet.
 */
export function useSeen({ rows, list, store, viewerId }: Given) {
  const upTo = useRef(0)
  const [unseen, setUnseen] = useState(0)
  const look = () => {
    const { current: at } = list
    if (!at || rows.length === 0) return
    if (document.visibilityState === 'visible' && document.hasFocus()) {
      const row = lastMessage(rows, at.findItemIndex(at.scrollOffset + at.viewportSize - 1))
      if (row && row.message.seq > upTo.current) {
        upTo.current = row.message.seq
        store.saw(row.message.seq)
      }
    }
    const later = rows.filter((row) => row.kind === 'message' && row.message.seq > upTo.current)
    setUnseen(later.filter((row) => row.kind === 'message' && row.message.sender.userId !== viewerId).length)
  }
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    const again = () => latest.current()
    addEventListener('focus', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      removeEventListener('focus', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [])
  return { look, unseen }
}

function lastMessage(rows: readonly ThreadRow[], index: number) {
  return rows.slice(0, index + 1).findLast((row) => row.kind === 'message')
}
