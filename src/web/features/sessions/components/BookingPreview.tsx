import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions.ts'
import { dateOf } from '#time/calendar-date.ts'
import { fromIso, type EpochMs } from '#time/clock.ts'
import { formatDayAndTimes, formatTimeRange } from '#time/format.ts'
import { offsetMinutes } from '#time/zones.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { ListSkeleton } from '#web/ui/ListSkeleton.tsx'
import { QueryView } from '#web/widgets/QueryView.tsx'
import { takesTime } from '#web/widgets/session-look.ts'
import { useNow } from '#web/widgets/use-now.ts'
import type { Viewer } from '#web/widgets/viewer.ts'
import { overlapping } from '../new-session-form.ts'
import { daySessionsQuery } from '../sessions.queries.ts'
import classes from './BookingPreview.module.css'

type Props = {
  range: { start: EpochMs; end: EpochMs } | undefined
  viewer: Viewer
  client: { name: string; timezone: string } | undefined
}

/** Beside the form: what the chosen time means for both, and what else there is that day. */
export function BookingPreview({ range, viewer, client }: Props) {
  const { t } = useTranslation('sessions')
  if (!range) {
    return (
      <Card title={t('newCoach.when')}>
        <p className={classes.hint}>{t('newCoach.pickTime')}</p>
      </Card>
    )
  }
  return (
    <>
      <Card title={t('newCoach.when')}>
        <Times range={range} viewer={viewer} client={client} />
      </Card>
      <Card title={t('newCoach.agenda')}>
        <DayAgenda range={range} viewer={viewer} />
      </Card>
    </>
  )
}

type Chosen = Props & { range: NonNullable<Props['range']> }

function Times({ range: { start, end }, viewer, client }: Chosen) {
  const { t } = useTranslation('sessions')
  const language = currentLanguage()
  const now = useNow()
  const differs = client && offsetMinutes(client.timezone, start) !== offsetMinutes(viewer.timezone, start)
  return (
    <dl className={classes.times}>
      <div>
        {differs && <dt>{t('newCoach.forYou')}</dt>}
        <dd>{formatDayAndTimes(start, end, viewer.timezone, language)}</dd>
      </div>
      {differs && (
        <div>
          <dt>{t('newCoach.forThem', { name: client.name })}</dt>
          <dd>{formatDayAndTimes(start, end, client.timezone, language)}</dd>
        </div>
      )}
      {start < now && <Warning text={t('newCoach.pastStart')} />}
    </dl>
  )
}

function DayAgenda({ range, viewer }: Omit<Chosen, 'client'>) {
  const { t } = useTranslation('common')
  const date = dateOf(range.start, viewer.timezone)
  const query = useQuery(daySessionsQuery(viewer.coachId, date, viewer.timezone))
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('loading')} rows={2} avatars={false} />}>
      {({ data }) => <DaySessions range={range} sessions={data.filter(takesTime)} viewer={viewer} />}
    </QueryView>
  )
}

type DaySessionsProps = Pick<Chosen, 'range' | 'viewer'> & { sessions: readonly SessionListItem[] }

function DaySessions({ range, sessions, viewer }: DaySessionsProps) {
  const { t } = useTranslation('sessions')
  const clashes = overlapping(range, sessions)
  if (sessions.length === 0) return <p className={classes.hint}>{t('newCoach.agendaEmpty')}</p>
  return (
    <>
      <ul className={classes.agenda}>
        {sessions.map((session) => (
          <li key={session.id} className={classes.entry} data-clash={clashes.includes(session) || undefined}>
            <time dateTime={session.startsAt}>
              {formatTimeRange(
                fromIso(session.startsAt),
                fromIso(session.endsAt),
                viewer.timezone,
                currentLanguage(),
              )}
            </time>
            <span className={classes.title}>{session.title}</span>
          </li>
        ))}
      </ul>
      {clashes.map((session) => (
        <Warning key={session.id} text={t('newCoach.overlaps', { title: session.title })} />
      ))}
    </>
  )
}

function Warning({ text }: { text: string }) {
  return (
    <p className={classes.warning} role="status">
      <IconAlertTriangle size={18} aria-hidden="true" />
      {text}
    </p>
  )
}
