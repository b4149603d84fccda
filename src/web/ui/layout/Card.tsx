import { Paper, type PaperProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Card.module.css'

type Props = PaperProps & {
  /** Heading of the card (an h2). */
  title?: ReactNode
  /** Beside the heading, such as a link to the full list. */
  aside?: ReactNode
  children: ReactNode
}

/** A surface for one subject. */
export function Card({ title, aside, children, className, ...paper }: Props) {
  return (
    <Paper component="section" className={[classes.card, className].filter(Boolean).join(' ')} {...paper}>
      {(title !== undefined || aside !== undefined) && (
        <div className={classes.head}>
          {title !== undefined && <h2 className={classes.title}>{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </Paper>
  )
}
