import type { ReactNode } from 'react'
import classes from './Banner.module.css'

type Props = {
  icon: ReactNode
  text: ReactNode
  tone?: 'warning' | 'info'
  /** What can be done about it. */
  children?: ReactNode
}

/** One line over a screen that somebody should know of, with what can be done about it. */
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
