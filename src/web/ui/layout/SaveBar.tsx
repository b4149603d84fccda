import type { ReactNode } from 'react'
import { FormError } from '../feedback/FormError.tsx'
import { foot } from './foot.ts'
import classes from './SaveBar.module.css'

type Props = {
  /** What is wrong with the form as a whole. */
  error?: string | undefined
  /** Inside a card it has the card's ground and width. */
  inCard?: boolean
  /** The buttons, the primary one last. */
  children: ReactNode
}

/** The end of a form: it stays in sight at the foot of the window, however long the form is (design.md, "Layout"). */
export function SaveBar({ error, inCard = false, children }: Props) {
  return (
    <div ref={foot} className={classes.bar} data-in-card={inCard || undefined}>
      <FormError text={error} />
      <div className={classes.buttons}>{children}</div>
    </div>
  )
}
