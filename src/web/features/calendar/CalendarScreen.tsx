import { Button, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarEvent, IconCalendarPlus, IconClockCog } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { dateOf, isCalendarDate, type CalendarDate } from '#time/calendar-date.ts'
import { MINUTE_MS, toIso, type EpochMs } from '#time/clock.ts'
import { zoneOption } from '#time/zones.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { useCanBook } from '#web/app/store/store.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TwoLines } from '#web/ui/TwoLines.tsx'
import { QueryView } from '#web/widgets/QueryView.tsx'
import { calendarQuery } from '#web/widgets/calendar.queries.ts'
import { screenWeekStart } from '#web/widgets/screen-week.ts'
import { takesTime } from '#web/widgets/session-look.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { gridHours } from './calendar-events.ts'
import { weekSessionsQuery } from './calendar.queries.ts'
import classes from './CalendarScreen.module.css'
import { Agenda } from './components/Agenda.tsx'
import { Legend } from './components/Legend.tsx'
import { WeekNav } from './components/WeekNav.tsx'

const WeekGrid = lazy(() => import('./components/WeekGrid.tsx'))

/** A week of sessions: the coach's own, or the client's. A grid, or a list where there is no room for one. */
export function CalendarScreen() {
  const { t } = useTranslation('calendar')
  const viewer = useViewer()
  const now = useNow()
  const today = dateOf(now, viewer.timezone)
  const [weekStart, setWeekStart] = useWeek(today)
  const sessions = useQuery(weekSessionsQuery(viewer, weekStart))
  const zone = zoneOption(viewer.timezone, now, currentLanguage()).label
  return (
    <Page title={t('title')} subtitle={t('zone', { zone })} actions={<CalendarActions />}>
      <div className={classes.bar}>
        <WeekNav weekStart={weekStart} today={today} onChange={setWeekStart} />
        {sessions.data && <Legend sessions={sessions.data.data.filter(takesTime)} />}
      </div>
      <QueryView query={sessions} skeleton={<Skeleton height={520} radius={16} />}>
        {({ data }) => <Week sessions={data.filter(takesTime)} weekStart={weekStart} today={today} />}
      </QueryView>
    </Page>
  )
}

function CalendarActions() {
  const { t } = useTranslation('calendar')
  const { side } = useViewer()
  const canBook = useCanBook()
  const plus = <IconCalendarPlus size={18} aria-hidden="true" />
  if (side === 'client') {
    return (
      canBook && (
        <Button component={Link} to={paths.sessionNew()} leftSection={plus}>
          {t('newSession')}
        </Button>
      )
    )
  }
  return (
    <>
      <Button
        component={Link}
        to={paths.calendarSettings()}
        variant="default"
        leftSection={<IconClockCog size={18} aria-hidden="true" />}
      >
        {t('hours')}
      </Button>
      <Button component={Link} to={paths.sessionNewCoach({ type: 'Client' })} leftSection={plus}>
        {t('newSession')}
      </Button>
    </>
  )
}

type WeekProps = {
  sessions: Parameters<typeof Agenda>[0]['sessions']
  weekStart: CalendarDate
  today: CalendarDate
}

function Week({ sessions, weekStart, today }: WeekProps) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const roomy = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false })
  const isCoach = viewer.side === 'coach'
  const { data: calendar } = useQuery({ ...calendarQuery(viewer.coachId), enabled: isCoach })
  const book = (start: EpochMs, end: EpochMs) =>
    void navigate(
      paths.sessionNewCoach({
        type: 'Client',
        startsAt: toIso(start),
        minutes: String(Math.round((end - start) / MINUTE_MS)),
      }),
    )
  if (!roomy) return sessions.length > 0 ? <Agenda {...{ sessions, viewer, today }} /> : <EmptyWeek />
  return (
    <Card className={classes.grid}>
      <Suspense fallback={<Skeleton height={520} radius={16} />}>
        <WeekGrid
          sessions={sessions}
          viewer={viewer}
          weekStart={weekStart}
          hours={isCoach && calendar ? gridHours(calendar.weekly) : []}
          {...(isCoach && { onSelect: book })}
        />
      </Suspense>
    </Card>
  )
}

function EmptyWeek() {
  const { t } = useTranslation('calendar')
  const { side } = useViewer()
  const canBook = useCanBook()
  const wayOut = side === 'coach' ? 'emptyWeekCoach' : 'emptyWeekClient'
  return (
    <Card>
      <EmptyState
        icon={<IconCalendarEvent />}
        text={<TwoLines title={t('emptyWeek')} hint={t(canBook ? wayOut : 'emptyWeekUnpaid')} />}
      />
    </Card>
  )
}

/** The week lives in the address, so that coming back finds it again. */
function useWeek(today: CalendarDate): [CalendarDate, (weekStart: CalendarDate) => void] {
  const [params, setParams] = useSearchParams()
  const asked = params.get('week') ?? ''
  const weekStart = screenWeekStart(isCalendarDate(asked) ? asked : today)
  return [
    weekStart,
    (next) => setParams(next === screenWeekStart(today) ? {} : { week: next }, { replace: true }),
  ]
}
