import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

type Props = {
  /** A line drawing of ui/drawings, for what fills a screen or a whole card. */
  drawing?: ReactNode
  /** In a line, and where nothing is drawn. */
  icon?: ReactNode
  /** One line about what would be listed here. */
  text: ReactNode
  /** One button that adds the first entry or leads on. */
  action?: ReactNode
  /** In one line, for a card among others. */
  slim?: boolean
}

/** An empty list: says what belongs here and offers the next step. */
export function EmptyState({ drawing, icon, text, action, slim = false }: Props) {
  return (
    <div className={classes.empty} data-slim={slim || undefined}>
      {(drawing ?? icon) !== undefined && (
        <span className={drawing === undefined ? classes.icon : classes.drawing} aria-hidden="true">
          {drawing ?? icon}
        </span>
      )}
      <p className={classes.text}>{text}</p>
      {action}
    </div>
  )
}
