import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { CalendarTime } from '#contract/calendar/time-blocks.ts'
import { dateOf } from '#time/calendar-date.ts'
import { useCanBook } from '#web/store/store.ts'
import { lazyCard } from '#web/widgets/lazy-part.tsx'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { calendarQuery } from '#web/widgets/queries/coach-calendar.queries.ts'
import type { Span } from '#web/widgets/times/span.ts'
import { daysShown, eachDay } from '../calendar-view.ts'
import { EntryPopover, MoveSessionDialog, SelectionPopover } from '../dialogs.ts'
import type { DayNote, Entry } from '../entries.ts'
import { useRoomy } from '../use-roomy.ts'
import type { CalendarPlace } from '../use-shown-days.ts'
import { closedDays, gridHours } from '../grid/grid-hours.ts'
import { GridSkeleton } from '../grid/GridSkeleton.tsx'
import { useMoves } from '../grid/use-moves.ts'
import classes from './CalendarBoard.module.css'
import { Legend } from './Legend.tsx'
import { NarrowCalendar } from './NarrowCalendar.tsx'
import { AgendaView } from '#web/features/calendar/agenda/AgendaView.tsx'

const SteadyGrid = lazyCard(() => import('../grid/SteadyGrid.tsx'))

type Props = {
  entries: readonly Entry[]
  notes: readonly DayNote[]
  time: CalendarTime
  place: CalendarPlace
  today: CalendarPlace['date']
  onGo: (change: Partial<CalendarPlace>) => void
}

/** The clicked element of the calendar: its popover opens beside it. */
export type Pressed<T> = { what: T; at: DOMRect }

/** The calendar: a grid where there is room for one, otherwise days above a list. */
export function CalendarBoard(props: Props) {
  const { entries, notes, place, today, onGo } = props
  const [opened, setOpened] = useState<Pressed<Entry>>()
  const roomy = useRoomy()
  const open = (what: Entry, at: DOMRect) => setOpened({ what, at })
  // The opened entry may be gone or changed since.
  const shown = opened && entries.find(({ id }) => id === opened.what.id)
  return (
    <>
      {!roomy && <NarrowCalendar {...{ entries, notes, place, today, onGo }} onOpen={open} />}
      {roomy && place.view === 'agenda' && (
        <AgendaView days={daysShown('agenda', place.date)} {...{ entries, notes, today }} onOpen={open} />
      )}
      {roomy && place.view !== 'agenda' && <Grid {...props} onOpen={open} />}
      <Suspense>
        {opened && shown && (
          <EntryPopover entry={shown} at={opened.at} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </>
  )
}

/** One hour if the coach offers it, otherwise the shortest duration. */
function usualLength(durations: readonly number[]): number {
  return durations.includes(60) ? 60 : Math.min(...durations)
}

type GridProps = Props & { onOpen: (entry: Entry, at: DOMRect) => void }

function Grid({ entries, notes, time, place, onGo, onOpen }: GridProps) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const navigate = useNavigate()
  const canBook = useCanBook()
  const isCoach = viewer.side === 'coach'
  const { data: calendar, isLoading } = useQuery({ ...calendarQuery(viewer.coachId), enabled: isCoach })
  const [selected, setSelected] = useState<Pressed<Span>>()
  const { shown, move, asking, answer } = useMoves(entries, viewer.coachId)
  const { date } = place
  const view = place.view === 'agenda' ? 'week' : place.view
  const days = eachDay(daysShown(view, date))
  const skeleton = <GridSkeleton view={view} label={t('loading')} />

  const select = (what: Span, at: DOMRect) => {
    if (isCoach) return setSelected({ what, at })
    if (canBook) void navigate(paths.sessionNew({ selectedDate: dateOf(what.start, viewer.timezone) }))
  }
  return (
    <>
      <Card className={classes.grid}>
        <Legend entries={entries} />
        <div className={classes.sheet}>
          {/* The open hours say how high its rows are: it comes together with them. */}
          {isLoading ? (
            skeleton
          ) : (
            <Suspense fallback={skeleton}>
              <SteadyGrid
                view={view}
                date={date}
                entries={shown}
                notes={notes}
                viewer={viewer}
                hours={calendar && view !== 'month' ? gridHours(days, calendar.weekly, time) : undefined}
                closed={calendar && view === 'month' ? closedDays(days, calendar.weekly, time) : undefined}
                {...(isCoach && calendar && { pressedMin: usualLength(calendar.durations) })}
                isSelecting={selected !== undefined}
                onOpen={onOpen}
                onDay={(day) => onGo({ view: 'day', date: day })}
                {...((isCoach || canBook) && { onSelect: select })}
                {...(isCoach && { onMove: move })}
              />
            </Suspense>
          )}
        </div>
      </Card>
      <Suspense>
        {selected && (
          <SelectionPopover span={selected.what} at={selected.at} onClose={() => setSelected(undefined)} />
        )}
        {asking && <MoveSessionDialog {...asking} onClose={(moved) => answer(asking.session.id, moved)} />}
      </Suspense>
    </>
  )
}
