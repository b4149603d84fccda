import type { SessionListItem } from '#contract/sessions/sessions.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { SessionTime } from './SessionTime.tsx'
import { otherParty } from './session-look.ts'

type Props = {
  session: Pick<SessionListItem, 'coach' | 'client' | 'startsAt' | 'endsAt'>
  viewer: Viewer
  /** Another time than the present one, such as one that is asked for. */
  at?: { startsAt: string; endsAt: string }
}

/** A time of a session for its viewer, and for the other person where their clock shows another one. */
export function TimeForBoth({ session, viewer, at: { startsAt, endsAt } = session }: Props) {
  const other = otherParty(session, viewer)
  return (
    <SessionTime startsAt={startsAt} endsAt={endsAt} timezone={viewer.timezone} {...(other && { other })} />
  )
}
