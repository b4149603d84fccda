import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { SessionPart as Part } from '#web/paths.ts'
import { InView } from './InView.tsx'

/** A part of a session's page that a link can lead to; it comes into view where the address names it. */
export function SessionPart({ part, children }: { part: Part; children: ReactNode }) {
  const { hash, key } = useLocation()
  return (
    <InView wanted={hash === `#${part}`} visit={key} block="start">
      {children}
    </InView>
  )
}
