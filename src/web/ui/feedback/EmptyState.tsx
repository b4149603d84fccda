import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

type Props = {
  icon: ReactNode
  /** One line about what would be listed here. */
  text: ReactNode
  /** One button that adds the first entry or leads on. */
  action?: ReactNode
  /** In one line, for a card among others. */
  slim?: boolean
}

/** An empty list: says what belongs here and offers the next step. */
export function EmptyState({ icon, text, action, slim = false }: Props) {
  return (
    <div className={classes.empty} data-slim={slim || undefined}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={classes.text}>{text}</p>
      {action}
    </div>
  )
}
