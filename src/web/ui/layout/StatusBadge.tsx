import type { ReactNode } from 'react'
import classes from './StatusBadge.module.css'

export type Tone = 'positive' | 'info' | 'warning' | 'neutral' | 'negative'

/** What a status looks like. */
export type StatusLook = {
  tone: Tone
  /** Colour is never the only sign; without an icon a dot is shown beside the word. */
  icon?: ReactNode
}

/** A status as a word. */
export function StatusBadge({ label, tone, icon }: StatusLook & { label: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <span className={classes.icon} aria-hidden="true">
        {icon ?? <span className={classes.dot} />}
      </span>
      {label}
    </span>
  )
}
