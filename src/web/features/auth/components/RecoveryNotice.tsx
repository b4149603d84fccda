import type { Icon as TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from '../RecoveryScreen.module.css'

type Props = {
  Icon: TablerIcon
  title: string
  text: string
  action: ReactNode
  below?: ReactNode
}

/** Says what happened and what to do next. It takes the focus, so that it is announced. */
export function RecoveryNotice({ Icon, title, text, action, below }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [title])
  return (
    <div className={classes.notice}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={32} stroke={1.6} />
      </span>
      <div>
        <h1 className={classes.title} ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className={classes.text} role="status">
          {text}
        </p>
      </div>
      {action}
      {below}
    </div>
  )
}
