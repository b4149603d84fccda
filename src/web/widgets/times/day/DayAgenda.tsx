import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { endOfDay, startOfDay, type CalendarDate } from '#time/calendar-date.ts'
import { fromIso } from '#time/clock.ts'
import { formatTimeRange } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import type { StateColour } from '#web/ui/layout/StatusBadge.tsx'
import { STATE_COLOURS, shownStatus, takesTime } from '#web/widgets/session/session-look.ts'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import { overlapping, spanFrom, type Clash, type Span } from '../span.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { daySessionsQuery, dayTimeQuery } from './day.queries.ts'
import { DayHours } from './DayHours.tsx'
import { openWindows } from './open-windows.ts'
import classes from './DayAgenda.module.css'

type Entry = {
  key: string
  title: string
  startsAt: string
  endsAt: string
  state: StateColour
  clash: Clash
}

type Props = {
  date: CalendarDate
  /** The chosen time. */
  range?: Span
  viewer: Viewer
  /** A session that is left out. */
  without?: string
}

/** The coach's hours of one day and what is on it; marks what the chosen time overlaps. */
export function DayAgenda({ date, range, viewer, without }: Props) {
  const { t } = useTranslation(['sessions', 'booking', 'common', 'schedule'])
  const query = useQuery(daySessionsQuery(viewer.coachId, date, viewer.timezone))
  // Sessions are shown without it; other entries appear once they load.
  const { data: beside } = useQuery(dayTimeQuery(viewer.coachId, date, viewer.timezone))
  const { data: calendar } = useQuery(calendarQuery(viewer.coachId))
  const day = { start: startOfDay(date, viewer.timezone), end: endOfDay(date, viewer.timezone) }
  const holiday = beside?.holidays.find((each) => String(each.date) === date)
  const busy: Entry[] = [
    ...(beside?.blocks ?? []).map(({ id, title, ...span }) => ({
      key: id,
      title: title || t('booking:agenda.block'),
      state: 'blocked' as const,
      clash: 'soft' as const,
      ...span,
    })),
    ...(beside?.external ?? []).map(({ title, ...span }) => ({
      key: `external ${span.startsAt} ${span.endsAt}`,
      title: title || t('booking:agenda.external'),
      state: 'blocked' as const,
      clash: 'soft' as const,
      ...span,
    })),
  ]
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={2} avatars={false} />}>
      {({ data }) => {
        const sessions = data
          .filter((session) => takesTime(session) && session.id !== without)
          .flatMap(({ moveRequest, ...session }): Entry[] => {
            const { id, title, startsAt, endsAt } = session
            const state = STATE_COLOURS[shownStatus(session)]
            // A requested time is held until it is answered: nothing else can be booked there.
            const held = {
              key: `move ${id}`,
              title: t('booking:agenda.move', { title }),
              state: 'waiting' as const,
              clash: 'hard' as const,
            }
            return [
              { key: id, title, startsAt, endsAt, state, clash: 'hard' },
              ...(moveRequest ? [{ ...moveRequest, ...held }] : []),
            ]
          })
        const entries = [...overlapping(day, sessions), ...busy].sort(
          (a, b) => fromIso(a.startsAt) - fromIso(b.startsAt),
        )
        const clashes = range ? overlapping(range, entries) : []
        return (
          <div className={classes.day}>
            {holiday && (
              <p className={classes.hint}>
                {t('schedule:warnings.holiday', { name: t(`schedule:holidays.${holiday.key}`) })}
              </p>
            )}
            {calendar && beside && (
              <DayHours
                date={date}
                timezone={viewer.timezone}
                open={openWindows(date, calendar.weekly, {
                  holidays: beside.holidays,
                  // The calendar's begin yesterday; the hours of a night may come from the day before.
                  overrides: [...beside.overrides, ...calendar.overrides],
                })}
                taken={entries.map(spanFrom)}
                range={range}
                clash={clashes.find(({ clash }) => clash === 'hard')?.clash ?? clashes[0]?.clash}
              />
            )}
            <Entries entries={entries} clashes={clashes} viewer={viewer} />
          </div>
        )
      }}
    </QueryView>
  )
}

type EntriesProps = { entries: readonly Entry[]; clashes: readonly Entry[]; viewer: Viewer }

function Entries({ entries, clashes, viewer }: EntriesProps) {
  const { t } = useTranslation('sessions')
  const titleId = useId()
  if (entries.length === 0) return <p className={classes.hint}>{t('newCoach.agendaEmpty')}</p>
  return (
    <div>
      <h3 id={titleId} className={classes.heading}>
        {t('newCoach.agenda')}
      </h3>
      <ul className={classes.agenda} aria-labelledby={titleId}>
        {entries.map((entry) => (
          <li
            key={entry.key}
            className={classes.entry}
            data-state-colour={entry.state}
            data-clash={clashes.includes(entry) ? entry.clash : undefined}
          >
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
