import { Anchor, Text } from '@mantine/core'
import { IconNote, IconSun } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CoachDashboard } from '#contract/dashboard.ts'
import type { MemorandumDto } from '#contract/memorandums/memorandums.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { fromIso, type EpochMs } from '#time/clock.ts'
import { formatTime } from '#time/format.ts'
import { paths } from '#web/paths.ts'
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

type Props = Pick<CoachDashboard, 'today' | 'memorandums' | 'memorandumsToday' | 'memorandumsOverdue'>

/** Today's sessions and memorandums along the clock: a line that has come as far as the day, the needle where it is. */
export function Today({ today: sessions, memorandums, memorandumsToday, memorandumsOverdue }: Props) {
  const { t } = useTranslation('dashboard')
  const now = useNow()
  const line = [
    ...sessions.map((session) => ({ at: fromIso(session.startsAt), session, memorandum: undefined })),
    ...memorandums.map((memorandum) => ({ at: fromIso(memorandum.dueAt), session: undefined, memorandum })),
  ].toSorted((a, b) => a.at - b.at)
  // The needle is before what has not begun; while a session runs, that one is the place.
  const ahead = line.findIndex(({ at }) => at > now)
  const place = sessions.some((session) => phaseOf(session, now) === 'running') ? -2 : ahead
  const beyond = memorandumsToday - memorandums.length
  return (
    <Card title={t('coach.today')}>
      {line.length === 0 ? (
        <EmptyState slim icon={<IconSun />} text={t('coach.todayEmpty')} />
      ) : (
        <ol className={classes.line}>
          {line.map(({ session, memorandum }, at) => (
            <Fragment key={session?.id ?? memorandum?.id}>
              {at === place && <Now now={now} />}
              {session ? (
                <Entry session={session} now={now} />
              ) : (
                <Memorandum memorandum={memorandum} now={now} />
              )}
            </Fragment>
          ))}
          {place === -1 && <Now now={now} />}
        </ol>
      )}
      {(memorandumsOverdue > 0 || beyond > 0) && (
        <Text size="sm" mt={14}>
          <Anchor component={Link} to={paths.memorandums()} inherit className="lone-link">
            {memorandumsOverdue > 0
              ? t('coach.memorandumsOverdue', { count: memorandumsOverdue })
              : t('coach.memorandumsMore', { count: beyond })}
          </Anchor>
        </Text>
      )}
    </Card>
  )
}

/** What the coach wrote to themselves for today. */
function Memorandum({ memorandum, now }: { memorandum: MemorandumDto; now: EpochMs }) {
  const { t } = useTranslation('dashboard')
  const { id, dueAt, description } = memorandum
  return (
    <li className={classes.entry} data-phase={fromIso(dueAt) <= now ? 'over' : 'ahead'}>
      <time dateTime={dueAt} className={classes.time}>
        {formatTime(fromIso(dueAt), useViewer().timezone)}
      </time>
      <span className={classes.note}>
        <IconNote size={14} color="var(--norte-muted)" role="img" aria-label={t('coach.memorandum')} />
      </span>
      <div className={classes.body}>
        <Anchor
          component={Link}
          to={paths.memorandumEdit({ memoramdumId: id })}
          title={description}
          display="block"
          c="var(--norte-text)"
          inherit
          truncate
        >
          {description}
        </Anchor>
      </div>
    </li>
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
