import { addDays } from '#time/calendar-date.ts'
import { AgendaView } from '#web/features/calendar/agenda/AgendaView.tsx'
import { daysShown, type Days } from '../calendar-view.ts'
import type { Entry } from '../entries.ts'
import { NarrowDays, type NarrowDaysProps } from './NarrowDays.tsx'

type Props = NarrowDaysProps & { onOpen: (entry: Entry, at: DOMRect) => void }

/** The calendar on narrow screens: an agenda from the chosen day on, under its week, or one day under its month. */
export function NarrowCalendar({ onOpen, ...shown }: Props) {
  const { entries, notes, today, place } = shown
  const { view, date } = place
  const listed: Days = view === 'month' ? { from: date, to: addDays(date, 1) } : daysShown(view, date)
  return (
    <>
      <NarrowDays {...shown} />
      <AgendaView days={listed} withFirst {...{ entries, notes, today, onOpen }} />
    </>
  )
}
