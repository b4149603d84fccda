import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

type Props = {
  icon: ReactNode
  /** One line about what would be listed here. */
  text: ReactNode
  /** One button that adds the first entry or leads on. */
  action?: ReactNode
}

/** An empty list: says what belongs here and offers the next step. */
export function EmptyState({ icon, text, action }: Props) {
  return (
    <div className={classes.empty}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={classes.text}>{text}</p>
      {action}
    </div>
  )
}
