import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { screenWeekStart, addDays, dateOf, type CalendarDate } from '#time/calendar-date.ts'
import { DAY_MS, epochMs, type EpochMs } from '#time/clock.ts'
import { availabilityQuery } from './day/day.queries.ts'
import { bookableDays, daysOfWeek, rangeToAsk, weekAfter } from './slot-days.ts'

type Asked = {
  coachId: string
  timezone: string
  durationMin: number
  horizonDays: number
  now: EpochMs
  /** The day in the URL. */
  firstDate: CalendarDate | null
  /** The session that gets another time. */
  moving?: string | undefined
}

/** The bookable starts, a week at a time, and the chosen day and start. */
export function useSlots({ coachId, timezone, durationMin, horizonDays, now, firstDate, moving }: Asked) {
  const today = dateOf(now, timezone)
  const thisWeek = screenWeekStart(today)
  const [chosenWeek, setWeek] = useState(() =>
    firstDate !== null && firstDate > today ? screenWeekStart(firstDate) : thisWeek,
  )
  // The week may end while the screen is open.
  const week = chosenWeek < thisWeek ? thisWeek : chosenWeek
  const [wantedDate, setDate] = useState<CalendarDate | null>(firstDate)
  const [openDate, setOpenDate] = useState<CalendarDate | null>(null)
  const [wantedStart, setStart] = useState<EpochMs | null>(null)
  const { from, to } = rangeToAsk(week, today)
  const query = useQuery(availabilityQuery(coachId, from, to, durationMin, moving))

  const known = query.data ? bookableDays(query.data) : []
  const days = daysOfWeek(known, week)
  const offered = (wanted: CalendarDate | null) => days.find(({ date }) => date === wanted)
  // Without a choice the first day opens, and stays open when an earlier one becomes free meanwhile; a day or start that
  // is no longer offered is deselected.
  const day = offered(wantedDate) ?? offered(openDate) ?? days[0] ?? null
  if (day !== null && day.date !== openDate) setOpenDate(day.date)
  const start = day?.starts.find((each) => each === wantedStart) ?? null
  const lastDate = dateOf(epochMs(now + horizonDays * DAY_MS), timezone)
  const next = weekAfter(known, week)

  const turnTo = (weekStart: CalendarDate) => {
    setWeek(weekStart)
    setDate(null)
    setStart(null)
  }
  return {
    query,
    week,
    days,
    day,
    start,
    chooseDay: (date: CalendarDate) => {
      setDate(date)
      setStart(null)
    },
    chooseStart: setStart,
    previous: week > thisWeek ? () => turnTo(addDays(week, -7)) : undefined,
    next: next <= lastDate ? () => turnTo(next) : undefined,
  }
}
