import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionDto } from '#contract/actions/actions.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import type { CalendarTime } from '#contract/calendar/time-blocks.ts'
import { dateOf } from '#time/calendar-date.ts'
import { zoneOption } from '#time/zone-names.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { takesTime } from '#web/widgets/session/session-look.ts'
import { useIdle } from '#web/widgets/use-idle.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { calendarTimeQuery, dueActionsQuery, sessionsQuery } from './calendar.queries.ts'
import { daysLoaded } from './calendar-view.ts'
import { CalendarActions } from './board/CalendarActions.tsx'
import { CalendarBoard } from './board/CalendarBoard.tsx'
import { CalendarSkeleton } from './board/CalendarSkeleton.tsx'
import { CalendarToolbar } from './board/CalendarToolbar.tsx'
import { calendarParts } from './dialogs.ts'
import { NO_TIME, entriesOf, notesOf } from './entries.ts'
import { useRoomy } from './use-roomy.ts'
import { useCalendarPlace, type CalendarPlace } from './use-shown-days.ts'

/** Sessions and other busy time, by month, week, day or as a list: the coach's, or the client's (product §8). */
export function Component() {
  const { t } = useTranslation('calendar')
  const viewer = useViewer()
  const now = useNow()
  const today = dateOf(now, viewer.timezone)
  const roomy = useRoomy()
  const [place, go] = useCalendarPlace(today, roomy)
  const days = daysLoaded(place.view, place.date)
  const sessions = useQuery(sessionsQuery(viewer, days))
  const isCoach = viewer.side === 'coach'
  const time = useQuery({ ...calendarTimeQuery(viewer, days), enabled: isCoach })
  const actions = useQuery({ ...dueActionsQuery(viewer.clientId ?? ''), enabled: !isCoach })
  useIdle(calendarParts.prefetch)
  const skeleton = <CalendarSkeleton place={place} today={today} onGo={go} />
  const shown = (held: readonly SessionListItem[], taken: CalendarTime, due: readonly ActionDto[]) => (
    <Shown sessions={held} time={taken} actions={due} place={place} today={today} onGo={go} />
  )
  return (
    <Page
      title={t('title')}
      {...(roomy && { subtitle: zoneOption(viewer.timezone, now, currentLanguage()).label })}
      tools={<CalendarToolbar place={place} today={today} onGo={go} />}
      actions={<CalendarActions date={place.date} today={today} />}
    >
      <QueryView query={sessions} skeleton={skeleton} cutOff={t('cutOff')}>
        {(held) =>
          isCoach ? (
            <QueryView query={time} skeleton={skeleton} cutOff={t('cutOff')}>
              {(taken) => shown(held, taken, [])}
            </QueryView>
          ) : (
            <QueryView query={actions} skeleton={skeleton} cutOff={t('cutOff')}>
              {(due) => shown(held, NO_TIME, due)}
            </QueryView>
          )
        }
      </QueryView>
    </Page>
  )
}

type ShownProps = {
  sessions: readonly SessionListItem[]
  time: CalendarTime
  actions: readonly ActionDto[]
  place: CalendarPlace
  today: CalendarPlace['date']
  onGo: (change: Partial<CalendarPlace>) => void
}

function Shown({ sessions, time, actions, ...board }: ShownProps) {
  // The grid redraws itself for new entries, so they change only with the data.
  const entries = useMemo(() => entriesOf(sessions.filter(takesTime), time), [sessions, time])
  const { view, date } = board.place
  const notes = useMemo(() => notesOf(daysLoaded(view, date), time, actions), [view, date, time, actions])
  return <CalendarBoard entries={entries} notes={notes} time={time} {...board} />
}
