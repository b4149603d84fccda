import { type ReactNode, useId } from 'react'
import classes from './GoalContent.module.css'

type PartProps = { title: string; aside?: ReactNode; children: ReactNode }

/** One part of a goal under its heading. */
export function Part({ title, aside, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.part}>
      <div className={classes.partHead}>
        <h3 id={id}>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
