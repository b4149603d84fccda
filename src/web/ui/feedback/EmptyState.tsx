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
  /** The drawing is beside the text where there is room: less high. */
  beside?: boolean
}

/** An empty list: says what belongs here and offers the next step. */
export function EmptyState({ drawing, icon, text, action, slim = false, beside = false }: Props) {
  return (
    <div className={classes.empty} data-slim={slim || undefined} data-beside={beside || undefined}>
      {(drawing ?? icon) !== undefined && (
        <span className={drawing === undefined ? classes.icon : classes.drawing} aria-hidden="true">
          {drawing ?? icon}
        </span>
      )}
      <div className={classes.words}>
        <p className={classes.text}>{text}</p>
        {action}
      </div>
    </div>
  )
}
