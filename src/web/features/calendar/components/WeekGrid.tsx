import Calendar, { type CalendarRef, type EventDisplayInfo } from '@fullcalendar/react'
import interaction from '@fullcalendar/react/interaction'
import spanish from '@fullcalendar/react/locales/es'
import '@fullcalendar/react/skeleton.css'
import breezy from '@fullcalendar/react/themes/breezy'
import '@fullcalendar/react/themes/breezy/theme.css'
import timeGrid from '@fullcalendar/react/timegrid'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SessionListItem } from '#contract/sessions.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { epochMs, fromIso, type EpochMs } from '#time/clock.ts'
import { formatTimeRange } from '#time/format.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { paths } from '#web/paths.ts'
import { shownStatus } from '#web/widgets/session-look.ts'
import type { Viewer } from '#web/widgets/viewer.ts'
import { firstTime, toneOf, type GridHours } from '../calendar-events.ts'
import classes from './WeekGrid.module.css'

type Props = {
  sessions: readonly SessionListItem[]
  viewer: Viewer
  weekStart: CalendarDate
  /** The coach's open hours; the rest of the grid is shaded. */
  hours: readonly GridHours[]
  /** Somebody drew a free range. */
  onSelect?: (start: EpochMs, end: EpochMs) => void
}

/** Half an hour, in pixels: an hour holds the time, a name of two lines and the state. */
const SLOT_HEIGHT = 40

const TIME_FORMAT = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** A week as a grid, in the viewer's zone whatever the browser's is. */
export default function WeekGrid({ sessions, viewer, weekStart, hours, onSelect }: Props) {
  const navigate = useNavigate()
  const calendar = useRef<CalendarRef>(null)
  useEffect(() => calendar.current?.getApi().gotoDate(weekStart), [weekStart])

  return (
    <div className={classes.grid}>
      <Calendar
        ref={calendar}
        plugins={[timeGrid, interaction, breezy]}
        // English is what the calendar speaks of itself; Spanish is a file it has to be handed.
        locale={currentLanguage().startsWith('es') ? spanish : 'en'}
        timeZone={viewer.timezone}
        initialView="timeGridWeek"
        initialDate={weekStart}
        firstDay={0}
        headerToolbar={false}
        allDaySlot={false}
        nowIndicator
        height="100%"
        borderless
        slotDuration="00:30"
        slotMinHeight={SLOT_HEIGHT}
        snapDuration="00:15"
        scrollTime={firstTime(hours)}
        slotHeaderFormat={TIME_FORMAT}
        eventTimeFormat={TIME_FORMAT}
        dayHeaderFormat={{ weekday: 'short', day: 'numeric' }}
        businessHours={[...hours]}
        selectable={onSelect !== undefined}
        selectMirror
        selectOverlap={false}
        select={({ start, end }) => onSelect?.(epochMs(start.valueOf()), epochMs(end.valueOf()))}
        events={sessions.map((session) => ({
          id: session.id,
          title: session.title,
          start: session.startsAt,
          end: session.endsAt,
          url: paths.sessionView({ sessionId: session.id }),
          color: `var(--tone-${toneOf(session)})`,
          extendedProps: { session },
        }))}
        eventClick={({ jsEvent, event }) => {
          // A click with a modifier opens the link as any other.
          if (jsEvent.metaKey || jsEvent.ctrlKey || jsEvent.shiftKey) return
          jsEvent.preventDefault()
          void navigate(event.url)
        }}
        eventContent={(info: EventDisplayInfo) => <Entry info={info} viewer={viewer} />}
      />
    </div>
  )
}

function Entry({ info, viewer }: { info: EventDisplayInfo; viewer: Viewer }) {
  const { t } = useTranslation('sessions')
  const session = info.event.extendedProps['session'] as SessionListItem | undefined
  if (!session) return <span className={classes.time}>{info.timeText}</span>
  const { startsAt, endsAt } = session
  const time = formatTimeRange(fromIso(startsAt), fromIso(endsAt), viewer.timezone, currentLanguage())
  return (
    <span className={classes.entry}>
      <span className={classes.time}>{time}</span>
      <span className={classes.title}>{session.title}</span>
      <span className={classes.status}>{t(`statuses.${shownStatus(session)}`)}</span>
    </span>
  )
}
