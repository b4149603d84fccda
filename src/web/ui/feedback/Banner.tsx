import type { ReactNode } from 'react'
import classes from './Banner.module.css'

type Props = {
  icon: ReactNode
  text: ReactNode
  tone?: 'warning' | 'info'
  /** A button or link that resolves the notice. */
  children?: ReactNode
}

/** A one-line notice above a screen, with an optional action. */
export function Banner({ icon, text, tone = 'info', children }: Props) {
  return (
    <div className={classes.banner} data-tone={tone}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={classes.text}>{text}</p>
      {children !== undefined && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
