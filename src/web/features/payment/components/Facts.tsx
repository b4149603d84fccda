import type { ReactNode } from 'react'
import classes from './Facts.module.css'

/** A list of terms, each with its value at the end of the line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

export function Fact({ term, value, note }: { term: string; value: ReactNode; note?: string }) {
  return (
    <div className={classes.fact}>
      <dt>{term}</dt>
      <dd>
        {value}
        {note !== undefined && <span className={classes.note}>{note}</span>}
      </dd>
    </div>
  )
}
