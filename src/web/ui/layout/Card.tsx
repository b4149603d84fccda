import { Paper, type PaperProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Card.module.css'

type Props = PaperProps & {
  /** Heading of the card (an h2). */
  title?: ReactNode
  /** Beside the heading, such as a link to the full list. */
  aside?: ReactNode
  /** Keeps both in one row, also on a phone. */
  headInRow?: boolean
  children: ReactNode
}

/** A surface for one subject. */
export function Card({ title, aside, headInRow = false, children, className, ...paper }: Props) {
  return (
    <Paper component="section" className={[classes.card, className].filter(Boolean).join(' ')} {...paper}>
      {(title !== undefined || aside !== undefined) && (
        <CardHead title={title} aside={aside} inRow={headInRow} />
      )}
      {children}
    </Paper>
  )
}

type HeadProps = Pick<Props, 'title' | 'aside'> & { inRow?: boolean }

/** The heading of a card, and of what has no card around all of it: the title, and at the end what can be done. */
export function CardHead({ title, aside, inRow = true }: HeadProps) {
  return (
    <div className={classes.head} style={inRow ? { flexWrap: 'nowrap' } : undefined}>
      {title !== undefined && (
        <h2 className={classes.title} style={inRow ? { flex: 1 } : undefined}>
          {title}
        </h2>
      )}
      {aside}
    </div>
  )
}
