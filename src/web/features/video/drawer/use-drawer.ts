import { useRef, useState } from 'react'

/**
 * What one works with beside a call. A coach's notes are two: nobody may take the ones for the other.
 */
export type DrawerTab = 'agenda' | 'private' | 'shared' | 'notes' | 'actions' | 'chat'

export const DRAWER_ID = 'call-drawer'

export type OpenDrawer = {
  /** Null while it is closed. */
  tab: DrawerTab | null
  /** What was open last, beside the chat. */
  lastWork: DrawerTab
  /** Whether its person opened it, or has used it since it opened by itself: it does not close by itself then. */
  isUsed: boolean
  /** Opens it; `opener` has the focus again when it is closed. */
  open: (tab: DrawerTab, opener?: HTMLElement) => void
  close: () => void
  /** Its person uses it. */
  use: () => void
  /** Opens and closes by itself: nothing else has changed when its person opens it again, and nothing takes the focus. */
  openByItself: (tab: DrawerTab) => void
  closeByItself: () => void
}

/** Whether the drawer beside a call is open, and what it shows. */
export function useDrawer(): OpenDrawer {
  const [tab, setTab] = useState<DrawerTab | null>(null)
  const [lastWork, setLastWork] = useState<DrawerTab>('agenda')
  const [isUsed, setUsed] = useState(false)
  const opener = useRef<HTMLElement>(null)
  return {
    tab,
    lastWork,
    isUsed,
    open: (next, by) => {
      if (by) opener.current = by
      setUsed(true)
      setTab(next)
      if (next !== 'chat') setLastWork(next)
    },
    close: () => {
      // What opened by itself goes back to the button that closes it too.
      const back = opener.current ?? document.querySelector<HTMLElement>(`[aria-controls="${DRAWER_ID}"]`)
      setTab(null)
      back?.focus()
    },
    use: () => setUsed(true),
    openByItself: (next) => {
      opener.current = null
      setTab(next)
      setUsed(false)
    },
    closeByItself: () => setTab(null),
  }
}
