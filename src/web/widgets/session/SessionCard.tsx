import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { formatShortDayMonth } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { StatusBadge } from '#web/ui/layout/StatusBadge.tsx'
import { MeetingPlace } from './meeting/MeetingPlace.tsx'
import classes from './SessionCard.module.css'
import { SessionHeading } from './SessionHeading.tsx'
import { TimeForBoth } from './TimeForBoth.tsx'
import { dayOf, takesTime } from './session-look.ts'
import { type Viewer, useViewer } from '#web/store/viewer.ts'

type Props = {
  session: SessionListItem
  /** The actions offered here. */
  actions?: ReactNode
}

/** A session in a list: day, subject, time, place and status. */
export function SessionCard({ session, actions }: Props) {
  const { t } = useTranslation('sessions')
  const viewer = useViewer()
  return (
    <article className={classes.card}>
      <DayTile session={session} viewer={viewer} />
      <div className={classes.main}>
        <SessionHeading session={session}>
          {session.excused && takesTime(session) && <StatusBadge label={t('excusedBadge')} tone="neutral" />}
        </SessionHeading>
        <div className={classes.when}>
          <TimeForBoth session={session} viewer={viewer} />
        </div>
        <div className={classes.meta}>
          <MeetingPlace session={session} />
        </div>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </article>
  )
}

/** Day and month: the line beside it names the weekday, whose short name can read as a month ("mar"). */
function DayTile({ session, viewer }: Pick<Props, 'session'> & { viewer: Viewer }) {
  const date = dayOf(session, viewer)
  return (
    <div className={`${classes.tile} tabular`} aria-hidden="true">
      {formatShortDayMonth(date, viewer.timezone, currentLanguage())
        .split(' ')
        .map((part) => (
          <span key={part} className={/\d/.test(part) ? classes.day : undefined}>
            {part}
          </span>
        ))}
    </div>
  )
}
