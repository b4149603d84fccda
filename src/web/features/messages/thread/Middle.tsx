import type { ReactNode } from 'react'
import classes from './ThreadPanel.module.css'

/** What is shown in the place of a thread. */
export function Middle({ children }: { children: ReactNode }) {
  return <div className={classes.middle}>{children}</div>
}
