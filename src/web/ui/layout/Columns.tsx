import type { ComponentProps, ReactNode } from 'react'
import classes from './Columns.module.css'

/** A wide and a narrow column side by side; on a small screen one below the other. */
export function Columns(props: Omit<ComponentProps<'div'>, 'className'>) {
  return <div className={classes.columns} {...props} />
}

type ColumnProps = {
  /** Stays in view beside a longer column, below the frame's header. */
  sticky?: boolean
  children: ReactNode
}

/** One of two `Columns`: cards with the gap of the columns between them. */
export function Column({ sticky = false, children }: ColumnProps) {
  return (
    <div className={classes.column} data-sticky={sticky || undefined}>
      {children}
    </div>
  )
}
