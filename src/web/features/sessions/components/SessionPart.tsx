import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { SessionPart as Part } from '#web/paths.ts'
import { InView } from './InView.tsx'

/** A linkable part of a session's page; it scrolls into view when the URL names it. */
export function SessionPart({ part, children }: { part: Part; children: ReactNode }) {
  const { hash, key } = useLocation()
  return (
    <InView wanted={hash === `#${part}`} visit={key} block="start">
      {children}
    </InView>
  )
}
