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
  /** Whether its person opened it: nothing takes the focus by itself. */
  isAsked: boolean
  /** Opens it; `opener` has the focus again when it is closed. */
  open: (tab: DrawerTab, opener?: HTMLElement) => void
  close: () => void
}

/** Whether the drawer beside a call is open, and what it shows. */
export function useDrawer(): OpenDrawer {
  const [tab, setTab] = useState<DrawerTab | null>(null)
  const [lastWork, setLastWork] = useState<DrawerTab>('agenda')
  const [isAsked, setAsked] = useState(false)
  const opener = useRef<HTMLElement>(null)
  return {
    tab,
    lastWork,
    isAsked,
    open: (next, by) => {
      if (by) opener.current = by
      setAsked(by !== undefined)
      setTab(next)
      if (next !== 'chat') setLastWork(next)
    },
    close: () => {
      setTab(null)
      opener.current?.focus()
    },
  }
}
