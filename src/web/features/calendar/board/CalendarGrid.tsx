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
import { memo, useEffect, useMemo, useReducer, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { dateOf, type CalendarDate } from '#time/calendar-date.ts'
import { MINUTE_MS, addMinutes, epochMs } from '#time/clock.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { paths } from '#web/paths.ts'
import { wallTimeOf, type Span } from '#web/widgets/forms/span-form.ts'
import type { Viewer } from '#web/store/viewer.ts'
import type { CalendarView } from '../calendar-view.ts'
import type { DayNote, Entry } from '../entries.ts'
import { firstTime, type GridHours } from './grid-hours.ts'
import type { Dragging } from './use-steady.ts'
import classes from './CalendarGrid.module.css'
import { GridEntry } from './GridEntry.tsx'
import { eventOf, noteEventOf, type Shown } from './grid-events.ts'

type Props = {
  view: Exclude<CalendarView, 'agenda'>
  date: CalendarDate
  entries: readonly Entry[]
  notes: readonly DayNote[]
  viewer: Viewer
  /** The coach's open hours: the rest of the grid is shaded; undefined where they are not shown. */
  hours: readonly GridHours[] | undefined
  /** How long a range is that somebody pressed and did not draw: its minutes. */
  pressedMin?: number
  /** Whether a drawn range is still being asked about: it stays marked until then. */
  isSelecting: boolean
  onOpen: (entry: Entry, at: DOMRect) => void
  onDay: (date: CalendarDate) => void
  /** Somebody drew a range, or pressed a day. */
  onSelect?: (span: Span, at: DOMRect) => void
  /** Somebody dragged an entry, or one of its ends. It is drawn where `entries` say, so they follow when it counts. */
  onMove?: (entryId: string, to: Span) => void
}

export type GridProps = Props & { dragging: Dragging }

const GRIDS = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const

/** Half an hour, in pixels: an hour holds the time, a name of two lines and the state. */
const SLOT_HEIGHT = 40

/** The grid of what is drawn. A range of this length was pressed. */
const SNAP_MIN = 15

const TIME_FORMAT = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Where an event is drawn: while it is dragged that is not where it stands. */
function spanOf({ start, end }: Pick<EventApi, 'start' | 'end'>): Span | undefined {
  return start && end ? { start: epochMs(start.valueOf()), end: epochMs(end.valueOf()) } : undefined
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
  // After a drop the grid is given the same list as a new one: its own idea of where the entry stands never stays.
  const [drops, countDrop] = useReducer((count: number) => count + 1, 0)
  const { events } = useMemo(() => ({ drops, events: [...listed] }), [drops, listed])
  const starts = entries.flatMap(({ kind, start }) =>
    kind === 'session' || kind === 'move' ? [wallTimeOf(start, viewer.timezone)] : [],
  )
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
    <div className={classes.grid} data-view={view}>
      <Calendar
        ref={calendar}
        plugins={[dayGrid, timeGrid, interaction, breezy]}
        // English is what the calendar speaks of itself; Spanish is a file it has to be handed.
        locale={currentLanguage().startsWith('es') ? spanish : 'en'}
        timeZone={viewer.timezone}
        initialView={GRIDS[view]}
        initialDate={date}
        firstDay={0}
        headerToolbar={false}
        fixedWeekCount={false}
        dayMaxEvents
        // A row for whole days only where there is something to say of one.
        allDaySlot={notes.length > 0}
        allDayText={t('allDay')}
        // The calendar's own Spanish has no word for it.
        timedText={t('timed')}
        nowIndicator
        height="100%"
        borderless
        slotDuration="00:30"
        slotMinHeight={SLOT_HEIGHT}
        snapDuration={{ minutes: SNAP_MIN }}
        scrollTime={firstTime(hours ?? [], starts)}
        slotHeaderFormat={TIME_FORMAT}
        eventTimeFormat={TIME_FORMAT}
        dayHeaderFormat={view === 'month' ? { weekday: 'short' } : { weekday: 'short', day: 'numeric' }}
        {...(hours && { businessHours: [...hours] })}
        eventDisplay="block"
        eventInteractive
        // Elsewhere a heading would be named by its date without the weekday it shows (WCAG 2.5.3).
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
            // Marked anew as long as it is meant to be, which comes back here.
            return api?.select(span.start, addMinutes(span.start, pressedMin))
          }
          onSelect?.(span, pressedAt.current ?? new DOMRect(0, 0, 1, 1))
        }}
        events={events}
        eventClick={({ jsEvent, event, el }) => {
          // A click with a modifier opens the link as any other.
          if (jsEvent.metaKey || jsEvent.ctrlKey || jsEvent.shiftKey) return
          const { entry, note } = event.extendedProps as Shown
          jsEvent.preventDefault()
          if (entry) onOpen(entry, el.getBoundingClientRect())
          else if (note?.kind === 'action') void navigate(paths.actions())
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

/** The grid as it is drawn; for the same props it is not drawn again. */
export const CalendarGrid = memo(Grid)
