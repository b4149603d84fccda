import type { SessionListItem } from '#contract/sessions/sessions.ts'
import classes from './EndingSessions.module.css'
import { SessionTime } from './SessionTime.tsx'

/** How many sessions are listed before the rest is only counted. */
const FEW = 5

type Props = {
  sessions: readonly Pick<SessionListItem, 'id' | 'title' | 'startsAt' | 'endsAt'>[]
  /** How many there are, if only the first ones are given. */
  total?: number
  /** The viewer's zone, and the other person's, shown where it differs. */
  timezone: string
  other?: { timezone: string; role: 'client'; name: string }
  heading: string
  /** Shows how many more there are. */
  rest: (count: number) => string
}

/** The upcoming sessions that end with a process or a group (product §6, §7), in the confirmation dialog. */
export function EndingSessions({ sessions, total = sessions.length, timezone, other, heading, rest }: Props) {
  if (sessions.length === 0) return null
  return (
    <div className={classes.ending}>
      <p className={classes.heading}>{heading}</p>
      <ul className={classes.list}>
        {sessions.slice(0, FEW).map(({ id, title, startsAt, endsAt }) => (
          <li key={id}>
            <span className={classes.title}>{title}</span>
            <SessionTime startsAt={startsAt} endsAt={endsAt} timezone={timezone} {...(other && { other })} />
          </li>
        ))}
      </ul>
      {total > FEW && <p className={classes.rest}>{rest(total - FEW)}</p>}
    </div>
  )
}
