import { IconSun } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { fromIso, type EpochMs } from '#time/clock.ts'
import { formatTime } from '#time/format.ts'
import { useViewer } from '#web/store/viewer.ts'
import { NeedleMark } from '#web/ui/feedback/CompassLine.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { JoinButton } from '#web/widgets/session/JoinButton.tsx'
import { MeetingPlace } from '#web/widgets/session/meeting/MeetingPlace.tsx'
import { SessionHeading } from '#web/widgets/session/SessionHeading.tsx'
import { isNear } from '#web/widgets/session/session-look.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './Today.module.css'

/** Today's sessions along the clock: a line that has come as far as the day, the needle where it is. */
export function Today({ sessions }: { sessions: readonly SessionListItem[] }) {
  const { t } = useTranslation('dashboard')
  const now = useNow()
  // The needle is before what has not begun; while a session runs, that one is the place.
  const ahead = sessions.findIndex(({ startsAt }) => fromIso(startsAt) > now)
  const place = sessions.some((session) => phaseOf(session, now) === 'running') ? -2 : ahead
  return (
    <Card title={t('coach.today')}>
      {sessions.length === 0 ? (
        <EmptyState slim icon={<IconSun />} text={t('coach.todayEmpty')} />
      ) : (
        <ol className={classes.line}>
          {sessions.map((session, at) => (
            <Fragment key={session.id}>
              {at === place && <Now now={now} />}
              <Entry session={session} now={now} />
            </Fragment>
          ))}
          {place === -1 && <Now now={now} />}
        </ol>
      )}
    </Card>
  )
}

function phaseOf({ startsAt, endsAt }: SessionListItem, now: EpochMs): 'over' | 'running' | 'ahead' {
  if (fromIso(endsAt) <= now) return 'over'
  return fromIso(startsAt) <= now ? 'running' : 'ahead'
}

function Now({ now }: { now: EpochMs }) {
  return (
    <li className={classes.now} aria-hidden="true">
      <span className={classes.time}>{formatTime(now, useViewer().timezone)}</span>
      <NeedleMark className={classes.needle} />
    </li>
  )
}

function Entry({ session, now }: { session: SessionListItem; now: EpochMs }) {
  const viewer = useViewer()
  return (
    <li className={classes.entry} data-phase={phaseOf(session, now)}>
      <time dateTime={session.startsAt} className={classes.time}>
        {formatTime(fromIso(session.startsAt), viewer.timezone)}
      </time>
      <span className={classes.dot} aria-hidden="true" />
      <div className={classes.body}>
        <SessionHeading session={session} />
        <div className={classes.meta}>
          <MeetingPlace session={session} />
        </div>
      </div>
      {/* What is hours away is joined from its own screen. */}
      {isNear(session) && (
        <div className={classes.join}>
          <JoinButton session={session} variant="light" size="xs" />
        </div>
      )}
    </li>
  )
}
