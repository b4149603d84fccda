import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

type Props = {
  icon: ReactNode
  /** One line that says what could be here. */
  text: ReactNode
  /** One button that does something about it. */
  action?: ReactNode
}

/** A list without entries: an invitation, not a dead end. */
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
