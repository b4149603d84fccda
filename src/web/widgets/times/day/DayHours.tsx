import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenHours } from '#contract/calendar/calendar.ts'
import { endOfDay, startOfDay, wallMinutes, type CalendarDate } from '#time/calendar-date.ts'
import { formatWallTimes } from '#time/format.ts'
import { wallClock } from '#time/zones.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { WholeTimes } from '#web/ui/layout/WholeTimes.tsx'
import type { Clash, Span } from '../span.ts'
import classes from './DayHours.module.css'

const HOUR = 60
const DAY = 24 * HOUR
/** What is always in sight, so that the bar does not jump from day to day. */
const USUAL = { from: 8 * HOUR, to: 20 * HOUR }
const LABEL_EVERY = 3 * HOUR

type Stretch<Time> = { from: Time; to: Time }
/** Minutes of the day. */
type Minutes = Stretch<number>

type Props = {
  date: CalendarDate
  timezone: string
  /** The coach's open hours of the date. */
  open: readonly OpenHours[]
  /** What already takes time on the date. */
  taken: readonly Span[]
  /** The chosen time. */
  range: Span | undefined
  /** What of the taken time the chosen one overlaps. */
  clash: Clash | undefined
}

/**
 * The coach's own hours of a day while a time is chosen: in words, and drawn with the time outside them hatched, the
 * taken time and the chosen one.
 */
export function DayHours({ date, timezone, open, taken, range, clash }: Props) {
  const { t } = useTranslation('booking')
  const language = currentLanguage()
  // "HH:mm": their order is that of the alphabet.
  const stretches = joined(open.map(({ start, end }) => ({ from: start, to: end })))
  const hours = stretches.map(({ from, to }) => ({ from: wallMinutes(from), to: wallMinutes(to) }))
  const onDate = (span: Span) => minutesOn(date, span, timezone)
  const busy = joined(taken.flatMap(onDate))
  const chosen = range ? onDate(range) : []
  const shown = inSight([...hours, ...busy, ...chosen])
  const place = ({ from, to }: Minutes): CSSProperties => ({
    insetInlineStart: `${percent(from - shown.from, shown)}%`,
    width: `${percent(to - from, shown)}%`,
  })
  const words = new Intl.ListFormat(language, { type: 'conjunction' }).format(
    stretches.map(({ from, to }) => formatWallTimes(from, to, language)),
  )
  return (
    <div>
      <p className={classes.words}>
        <WholeTimes text={open.length > 0 ? t('agenda.open', { hours: words }) : t('agenda.closed')} />
      </p>
      <div className={classes.bar} aria-hidden="true">
        {hours.map((each) => (
          <span key={each.from} className={classes.open} style={place(each)} />
        ))}
        {busy.map((each) => (
          <span key={each.from} className={classes.taken} style={place(each)} />
        ))}
        {chosen.map((each) => (
          <span key={each.from} className={classes.chosen} style={place(each)} data-clash={clash} />
        ))}
      </div>
      <div className={classes.scale} aria-hidden="true">
        {labels(shown).map((minutes) => (
          <span key={minutes} style={{ insetInlineStart: `${percent(minutes - shown.from, shown)}%` }}>
            {minutes / HOUR}:00
          </span>
        ))}
      </div>
    </div>
  )
}

/** In order, and as one what overlaps: the hours of a day may, and so may a block and what is beside it. */
function joined<Time extends string | number>(stretches: readonly Stretch<Time>[]): Stretch<Time>[] {
  const found: Stretch<Time>[] = []
  for (const { from, to } of stretches.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = found.at(-1)
    if (!last || last.to <= from) found.push({ from, to })
    else if (last.to < to) last.to = to
  }
  return found
}

/** The part of a span that is on a date; none of it if it is on another one. */
function minutesOn(date: CalendarDate, { start, end }: Span, timezone: string): Minutes[] {
  const day = { start: startOfDay(date, timezone), end: endOfDay(date, timezone) }
  if (end <= day.start || start >= day.end) return []
  const at = (ms: Span['start']) => {
    const { hour, minute } = wallClock(ms, timezone)
    return hour * HOUR + minute
  }
  return [{ from: start <= day.start ? 0 : at(start), to: end >= day.end ? DAY : at(end) }]
}

/** The usual day, made longer in whole hours for what is before and after it. */
function inSight(spans: readonly Minutes[]): Minutes {
  const from = Math.min(USUAL.from, ...spans.map((each) => each.from))
  const to = Math.max(USUAL.to, ...spans.map((each) => each.to))
  return { from: Math.floor(from / HOUR) * HOUR, to: Math.ceil(to / HOUR) * HOUR }
}

function percent(minutes: number, { from, to }: Minutes): number {
  return (100 * minutes) / (to - from)
}

/** The hours named under the bar, none at its very ends. */
function labels({ from, to }: Minutes): number[] {
  const first = Math.ceil((from + 1) / LABEL_EVERY) * LABEL_EVERY
  return Array.from(
    { length: Math.max(0, Math.ceil((to - first) / LABEL_EVERY)) },
    (_, i) => first + i * LABEL_EVERY,
  )
}
