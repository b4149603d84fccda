import Calendar, {
  type CalendarOptions,
  type EventApi,
  type CalendarRef,
  type EventDisplayInfo,
} from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import spanish from '@fullcalendar/react/locales/es'
import '@fullcalendar/react/skeleton.css'
import breezy from '@fullcalendar/react/themes/breezy'
import '@fullcalendar/react/themes/breezy/theme.css'
import timeGrid from '@fullcalendar/react/timegrid'
import './scroll-after-unmount.ts'
import { memo, useEffect, useMemo, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { dateOf, wallMinutes, type CalendarDate } from '#time/calendar-date.ts'
import { MINUTE_MS, addMinutes, epochMs } from '#time/clock.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { wallTimeOf, type Span } from '#web/widgets/times/span.ts'
import type { Viewer } from '#web/store/viewer.ts'
import type { CalendarView } from '../calendar-view.ts'
import { noteLink, type DayNote, type Entry } from '../entries.ts'
import { hoursInSight, type GridHours, type Minutes } from './grid-hours.ts'
import type { Dragging } from './use-steady.ts'
import classes from './CalendarGrid.module.css'
import { dayHeads, WEEKDAY_AND_DAY } from './day-heads.ts'
import { GridEntry } from './GridEntry.tsx'
import { WholeDays } from './WholeDays.tsx'
import { eventOf, noteEventOf, type Shown } from './grid-events.ts'
import { useFittedRows } from './use-fitted-rows.ts'

type Props = {
  view: Exclude<CalendarView, 'agenda'>
  date: CalendarDate
  entries: readonly Entry[]
  notes: readonly DayNote[]
  viewer: Viewer
  /** The coach's open hours: the rest of the grid is shaded; undefined where they are not shown. */
  hours: readonly GridHours[] | undefined
  /** The days of a month without open hours: they are shaded. */
  closed?: readonly CalendarDate[] | undefined
  /** The length of a range that was clicked instead of drawn, in minutes. */
  pressedMin?: number
  /** Whether a popover for the drawn range is open: the range stays marked until it closes. */
  isSelecting: boolean
  onOpen: (entry: Entry, at: DOMRect) => void
  onDay: (date: CalendarDate) => void
  /** A range was drawn, or a day clicked. */
  onSelect?: (span: Span, at: DOMRect) => void
  /**
   * An entry or one of its ends was dragged. It is drawn at the place in `entries`, so update them if the change
   * counts.
   */
  onMove?: (entryId: string, to: Span) => void
}

export type GridProps = Props & { dragging: Dragging }

const GRIDS = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const

const DAY_MIN = 24 * 60

/** Like the grid, but for a clicked range of this length. */
const SNAP_MIN = 15

const TIME_FORMAT = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** An hour along the grid, written as everywhere: 9:00. */
const hourOf: CalendarOptions['slotHeaderFormat'] = ({ date: { hour, minute } }) =>
  `${hour}:${String(minute).padStart(2, '0')}`

/** Where an event is drawn: during a drag this differs from its stored time. */
function spanOf({ start, end }: Pick<EventApi, 'start' | 'end'>): Span | undefined {
  return start && end ? { start: epochMs(start.valueOf()), end: epochMs(end.valueOf()) } : undefined
}

/** Its times of day; until midnight if it ends on a later day. */
function minutesOf({ start, end }: Span, zone: string): Minutes {
  const from = wallMinutes(wallTimeOf(start, zone))
  const to = wallMinutes(wallTimeOf(end, zone))
  return { from, to: to > from ? to : DAY_MIN }
}

type Dropped = Parameters<NonNullable<CalendarOptions['eventDrop']>>[0]

/** A month, week or day as a grid, in the viewer's zone whatever the browser's is. */
function Grid({
  view,
  date,
  entries,
  notes,
  viewer,
  hours,
  closed,
  pressedMin,
  isSelecting,
  onOpen,
  onDay,
  onSelect,
  onMove,
  dragging,
}: GridProps) {
  const { t } = useTranslation(['calendar', 'schedule'])
  const navigate = useNavigate()
  const calendar = useRef<CalendarRef>(null)
  const listed = useMemo(
    () => [
      ...entries.map((entry) => eventOf(entry, viewer.side, t)),
      ...notes.map((note) => noteEventOf(note, t)),
    ],
    [entries, notes, viewer.side, t],
  )
  // After a drop the grid gets a new list with the same entries, so that it drops its own state of the dragged entry.
  const [drops, countDrop] = useReducer((count: number) => count + 1, 0)
  const { events } = useMemo(() => ({ drops, events: [...listed] }), [drops, listed])
  const place = useRef<HTMLDivElement>(null)
  const sessions = entries.flatMap((entry): Minutes[] =>
    entry.kind === 'session' || entry.kind === 'move' ? [minutesOf(entry, viewer.timezone)] : [],
  )
  const inSight = hoursInSight(hours ?? [], sessions, view === 'day')
  const rowHeight = useFittedRows(place, inSight, `${view} ${date}`)
  const pressedAt = useRef<DOMRect>(undefined)
  const dayOf = (day: Date) => dateOf(epochMs(day.valueOf()), viewer.timezone)
  const moved = ({ event }: Pick<Dropped, 'event'>) => {
    countDrop()
    const { entry } = event.extendedProps as Shown
    const to = spanOf(event)
    if (entry && to && !event.allDay) onMove?.(entry.id, to)
  }

  useEffect(() => calendar.current?.getApi().changeView(GRIDS[view], date), [view, date])
  useEffect(() => {
    if (!isSelecting) calendar.current?.getApi().unselect()
  }, [isSelecting])

  return (
    <div ref={place} className={classes.grid} data-view={view}>
      <Calendar
        ref={calendar}
        plugins={[dayGrid, timeGrid, interaction, breezy, dayHeads]}
        // FullCalendar has English built in; other locales must be passed to it.
        locale={currentLanguage().startsWith('es') ? spanish : 'en'}
        timeZone={viewer.timezone}
        initialView={GRIDS[view]}
        initialDate={date}
        firstDay={0}
        headerToolbar={false}
        fixedWeekCount={false}
        dayMaxEvents
        // A row for whole days only if a day has a note.
        allDaySlot={notes.length > 0}
        allDayHeaderContent={<WholeDays notes={notes} />}
        // FullCalendar's Spanish locale has no word for it.
        timedText={t('timed')}
        nowIndicator
        height="100%"
        borderless
        slotDuration="00:30"
        slotMinHeight={rowHeight}
        snapDuration={{ minutes: SNAP_MIN }}
        // The library does not scroll: its timer may fire after the grid is gone.
        scrollTime=""
        scrollTimeReset={false}
        slotHeaderFormat={hourOf}
        slotHeaderInnerClass={classes.hour}
        columnEventClass={classes.inHours}
        eventTimeFormat={TIME_FORMAT}
        dayHeaderFormat={view === 'month' ? { weekday: 'short' } : WEEKDAY_AND_DAY}
        {...(hours && { businessHours: [...hours] })}
        nonBusinessHoursClass={classes.closed}
        // The library keeps the days of a month as if they were UTC.
        dayCellClass={({ date: day }) =>
          closed?.includes(dateOf(epochMs(day.valueOf()), 'UTC')) ? classes.closed : undefined
        }
        dayCellTopInnerClass={({ isOther, isToday }) => (isOther || isToday ? undefined : classes.ownMonth)}
        eventOrder="rank,start,-duration,allDay,place,title"
        eventDisplay="block"
        eventInteractive
        // Otherwise a heading would be named by its date without the weekday it shows (WCAG 2.5.3).
        navLinks={view === 'month'}
        navLinkDayClick={(day) => onDay(dayOf(day))}
        navLinkHint={(text) => t('seeDay', { day: text })}
        moreLinkClick={({ date: day }) => onDay(dayOf(day))}
        selectable={onSelect !== undefined}
        selectMirror={view !== 'month'}
        unselectAuto={false}
        select={({ start, end, allDay, jsEvent }) => {
          const api = calendar.current?.getApi()
          if (allDay && viewer.side === 'coach') {
            api?.unselect()
            return onDay(dayOf(start))
          }
          const span = { start: epochMs(start.valueOf()), end: epochMs(end.valueOf()) }
          if (jsEvent) pressedAt.current = new DOMRect(jsEvent.clientX, jsEvent.clientY, 1, 1)
          if (jsEvent && pressedMin !== undefined && span.end - span.start === SNAP_MIN * MINUTE_MS) {
            // Marked again as long as it should be, which ends up here again.
            return api?.select(span.start, addMinutes(span.start, pressedMin))
          }
          onSelect?.(span, pressedAt.current ?? new DOMRect(0, 0, 1, 1))
        }}
        events={events}
        eventClick={({ jsEvent, event, el }) => {
          // A click with a modifier key opens the link as usual.
          if (jsEvent.metaKey || jsEvent.ctrlKey || jsEvent.shiftKey) return
          const { entry, note } = event.extendedProps as Shown
          jsEvent.preventDefault()
          if (entry) onOpen(entry, el.getBoundingClientRect())
          else if (note) {
            const link = noteLink(note)
            if (link !== undefined) void navigate(link)
          }
        }}
        eventDragStart={dragging.start}
        eventDragStop={dragging.stop}
        eventDrop={moved}
        eventResizeStart={dragging.start}
        eventResizeStop={dragging.stop}
        eventResize={moved}
        eventContent={(info: EventDisplayInfo) => (
          <GridEntry
            shown={info.event.extendedProps}
            drawn={spanOf(info.event)}
            viewer={viewer}
            compact={view === 'month'}
          />
        )}
      />
    </div>
  )
}

/** The rendered grid; for the same props it is not rendered again. */
export const CalendarGrid = memo(Grid)
