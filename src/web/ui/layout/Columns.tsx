import type { ComponentProps, ReactNode } from 'react'
import classes from './Columns.module.css'

type Props = Omit<ComponentProps<'div'>, 'className'> & {
  /** `record`: a main column and its narrow context; `balanced`: two of similar weight, as on a dashboard. */
  split?: 'record' | 'balanced'
}

/** A wide and a narrow column side by side; on a small screen one below the other. */
export function Columns({ split = 'record', ...props }: Props) {
  return <div className={classes.columns} data-split={split} {...props} />
}

type ColumnProps = {
  /** Stays in view beside a longer column, below the frame's header. */
  sticky?: boolean
  /** Who, when, next and quick actions of a record: comes first, and stays in view at the side of a wide screen. */
  context?: boolean
  children: ReactNode
}

/** One of two `Columns`: cards with the gap of the columns between them. */
export function Column({ sticky = false, context = false, children }: ColumnProps) {
  return (
    <div
      className={classes.column}
      data-sticky={sticky || context || undefined}
      data-context={context || undefined}
    >
      {children}
    </div>
  )
}
