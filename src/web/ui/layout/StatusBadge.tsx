import type { CSSProperties, ReactNode } from 'react'
import classes from './StatusBadge.module.css'

export type Tone = 'positive' | 'info' | 'warning' | 'neutral' | 'negative'

/** The colours of a session's states, in ui/theme/states.css; outlined are those that fill no ground. */
export type StateColour = 'waiting' | 'confirmed' | 'now' | 'closing' | 'done' | 'off' | 'missed' | 'blocked'

const OUTLINED: ReadonlySet<StateColour> = new Set(['closing', 'off', 'missed'])

/** What a status looks like. */
export type StatusLook = {
  tone: Tone | StateColour
  /** Colour is never the only sign; without an icon a dot is shown beside the word. */
  icon?: ReactNode
}

const TONES: Record<Tone, [ground: string, text: string]> = {
  positive: ['--norte-positive-soft', '--norte-positive-text'],
  info: ['--norte-accent-soft', '--norte-accent-on-soft'],
  warning: ['--norte-warning-soft', '--norte-warning-text'],
  neutral: ['--norte-neutral-soft', '--norte-neutral-text'],
  negative: ['--norte-negative-soft', '--norte-negative-text'],
}

/** A status as a word. */
export function StatusBadge({ label, tone, icon }: StatusLook & { label: string }) {
  return (
    <span className={classes.badge} data-tone={tone} style={coloursOf(tone)}>
      <span className={classes.icon} aria-hidden="true">
        {icon ?? <span className={classes.dot} />}
      </span>
      {label}
    </span>
  )
}

function coloursOf(tone: Tone | StateColour): CSSProperties {
  if (isTone(tone)) {
    const [ground, text] = TONES[tone]
    return { '--badge-ground': `var(${ground})`, '--badge-text': `var(${text})` } as CSSProperties
  }
  return {
    '--badge-ground': `var(--state-${tone}-ground)`,
    '--badge-text': `var(--state-${tone}-text)`,
    ...(OUTLINED.has(tone) && { '--badge-line': `var(--state-${tone}-line)` }),
  } as CSSProperties
}

const isTone = (tone: Tone | StateColour): tone is Tone => tone in TONES
