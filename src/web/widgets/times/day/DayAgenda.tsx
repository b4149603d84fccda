import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { endOfDay, startOfDay, type CalendarDate } from '#time/calendar-date.ts'
import { fromIso } from '#time/clock.ts'
import { formatTimeRange } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { takesTime } from '#web/widgets/session/session-look.ts'
import { overlapping, type Span } from './span.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { daySessionsQuery, dayTimeQuery } from './day.queries.ts'
import classes from './DayAgenda.module.css'

type Entry = { key: string; title: string; startsAt: string; endsAt: string }

type Props = {
  date: CalendarDate
  /** The chosen time. */
  range?: Span
  viewer: Viewer
  /** A session that is left out. */
  without?: string
}

/** What the coach has on one day; marks what the chosen time overlaps. */
export function DayAgenda({ date, range, viewer, without }: Props) {
  const { t } = useTranslation(['sessions', 'booking', 'common', 'schedule'])
  const query = useQuery(daySessionsQuery(viewer.coachId, date, viewer.timezone))
  // Sessions are shown without it; other entries appear once they load.
  const { data: beside } = useQuery(dayTimeQuery(viewer.coachId, date, viewer.timezone))
  const day = { start: startOfDay(date, viewer.timezone), end: endOfDay(date, viewer.timezone) }
  const holiday = beside?.holidays.find((each) => String(each.date) === date)
  const busy: Entry[] = [
    ...(beside?.blocks ?? []).map(({ id, title, ...span }) => ({
      key: id,
      title: title || t('booking:agenda.block'),
      ...span,
    })),
    ...(beside?.external ?? []).map(({ title, ...span }) => ({
      key: `external ${span.startsAt} ${span.endsAt}`,
      title: title || t('booking:agenda.external'),
      ...span,
    })),
  ]
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={2} avatars={false} />}>
      {({ data }) => {
        const sessions = data
          .filter((session) => takesTime(session) && session.id !== without)
          .flatMap(({ id, title, startsAt, endsAt, moveRequest }): Entry[] => [
            { key: id, title, startsAt, endsAt },
            // Held until it is answered: nothing else can be booked there.
            ...(moveRequest
              ? [{ ...moveRequest, key: `move ${id}`, title: t('booking:agenda.move', { title }) }]
              : []),
          ])
        const entries = [...overlapping(day, sessions), ...busy].sort(
          (a, b) => fromIso(a.startsAt) - fromIso(b.startsAt),
        )
        return (
          <>
            {holiday && (
              <p className={classes.hint}>
                {t('schedule:warnings.holiday', { name: t(`schedule:holidays.${holiday.key}`) })}
              </p>
            )}
            <Entries entries={entries} range={range} viewer={viewer} />
          </>
        )
      }}
    </QueryView>
  )
}

type EntriesProps = { entries: readonly Entry[]; range: Span | undefined; viewer: Viewer }

function Entries({ entries, range, viewer }: EntriesProps) {
  const { t } = useTranslation('sessions')
  const titleId = useId()
  const clashes = range ? overlapping(range, entries) : []
  if (entries.length === 0) return <p className={classes.hint}>{t('newCoach.agendaEmpty')}</p>
  return (
    <div>
      <h3 id={titleId} className={classes.heading}>
        {t('newCoach.agenda')}
      </h3>
      <ul className={classes.agenda} aria-labelledby={titleId}>
        {entries.map((entry) => (
          <li key={entry.key} className={classes.entry} data-clash={clashes.includes(entry) || undefined}>
            <time dateTime={entry.startsAt}>
              {formatTimeRange(
                fromIso(entry.startsAt),
                fromIso(entry.endsAt),
                viewer.timezone,
                currentLanguage(),
              )}
            </time>
            <span className={classes.title}>{entry.title}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
