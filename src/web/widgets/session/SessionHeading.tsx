import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import classes from './SessionHeading.module.css'
import { SessionStatus } from './SessionStatus.tsx'
import { takesTime } from './session-look.ts'

type Props = {
  session: SessionListItem
  /** Badges after the status. */
  children?: ReactNode
}

/** The first line of a session in a list: its title, which leads to it, and its status. */
export function SessionHeading({ session, children }: Props) {
  return (
    <div className={classes.heading}>
      <Anchor
        component={Link}
        inherit
        to={paths.sessionView({ sessionId: session.id })}
        className={`lone-link ${classes.title}`}
        data-off={!takesTime(session) || undefined}
      >
        {session.title}
      </Anchor>
      <SessionStatus session={session} side={useViewer().side} />
      {children}
    </div>
  )
}
