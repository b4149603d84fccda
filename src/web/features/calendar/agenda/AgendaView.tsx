import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CalendarDate } from '#time/calendar-date.ts'
import { useCanBook } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { CalendarDrawing } from '#web/ui/drawings/CalendarDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { useInSightFirst } from '#web/widgets/page/use-in-sight-first.ts'
import type { Days } from '../calendar-view.ts'
import { busyDays, daysWith, type Day, type DayNote, type Entry } from '../entries.ts'
import { newSessionPlace } from '../new-session-link.ts'
import { AgendaDay } from './AgendaDay.tsx'

/** That of a day with its heading, in px. */
const leastHeight = ({ entries }: Day) => 56 + 52 * Math.max(1, entries.length)

type Props = {
  days: Days
  entries: readonly Entry[]
  notes: readonly DayNote[]
  today: CalendarDate
  /** The first day is shown although it is empty: it was chosen above. */
  withFirst?: boolean
  onOpen: (entry: Entry, at: DOMRect) => void
}

/** Days as a list; empty days are left out. */
export function AgendaView({ days, entries, notes, today, withFirst = false, onOpen }: Props) {
  const { timezone } = useViewer()
  const all = daysWith(days, entries, notes, timezone)
  const busy = busyDays(all)
  const [first] = all
  const listed = withFirst && first && !busy.includes(first) ? [first, ...busy] : busy
  const shown = useInSightFirst(listed, leastHeight)
  if (busy.length === 0) return <Nothing days={days} today={today} />
  return (
    <>
      {/* A holiday does not hide that there is nothing else. A chosen day says so itself. */}
      {!withFirst && busy.every((day) => day.entries.length === 0) && <Nothing days={days} today={today} />}
      {shown.map((day) => (
        <AgendaDay key={day.date} day={day} today={today} onOpen={onOpen} />
      ))}
    </>
  )
}

function Nothing({ days, today }: Pick<Props, 'days' | 'today'>) {
  const { t } = useTranslation('calendar')
  const viewer = useViewer()
  const canBook = useCanBook()
  const isCoach = viewer.side === 'coach'
  const hint = isCoach ? 'emptyCoach' : canBook ? 'emptyClient' : 'emptyUnpaid'
  return (
    <Card>
      <EmptyState
        drawing={<CalendarDrawing />}
        text={<TwoLines title={t('empty')} hint={t(hint)} />}
        action={
          (isCoach || canBook) && (
            <Button component={Link} to={newSessionPlace(viewer, days.from, today)} variant="light">
              {t('newSession')}
            </Button>
          )
        }
      />
    </Card>
  )
}
