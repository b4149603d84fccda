import { IconSun } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { fromIso } from '#time/clock.ts'
import { formatTime } from '#time/format.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { JoinButton } from '#web/widgets/session/JoinButton.tsx'
import { MeetingPlace } from '#web/widgets/session/MeetingPlace.tsx'
import { SessionHeading } from '#web/widgets/session/SessionHeading.tsx'
import { isJoinable } from '#web/widgets/session/session-look.ts'
import { useNow } from '#web/widgets/use-now.ts'
import classes from './Today.module.css'

/** Today's sessions along the clock. */
export function Today({ sessions }: { sessions: readonly SessionListItem[] }) {
  const { t } = useTranslation('dashboard')
  return (
    <Card title={t('coach.today')}>
      {sessions.length === 0 ? (
        <EmptyState slim icon={<IconSun />} text={t('coach.todayEmpty')} />
      ) : (
        <ol className={classes.line}>
          {sessions.map((session) => (
            <Entry key={session.id} session={session} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function Entry({ session }: { session: SessionListItem }) {
  const viewer = useViewer()
  const now = useNow()
  const over = fromIso(session.endsAt) <= now
  const running = !over && fromIso(session.startsAt) <= now
  return (
    <li className={classes.entry} data-over={over || undefined} data-running={running || undefined}>
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
      {isJoinable(session) && (
        <div className={classes.join}>
          <JoinButton session={session} variant="light" />
        </div>
      )}
    </li>
  )
}
