import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { weekdayOf, type CalendarDate } from '#time/calendar-date.ts'
import { formatDayLong, formatWeekday } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { isInMonth } from '../calendar-view.ts'
import { stateOf, type Day } from '../entries.ts'
import classes from './DayPicker.module.css'

/** The most dots per day. */
const MOST_DOTS = 3

type Props = {
  label: string
  days: readonly Day[]
  /** The displayed month; days of other months are dimmed. */
  month: CalendarDate | undefined
  chosen: CalendarDate
  today: CalendarDate
  onChoose: (date: CalendarDate) => void
}

/** Days in rows of seven, each with dots for its entries, and squares for its notes. */
export function DayPicker({ label, days, month, chosen, today, onChoose }: Props) {
  const { t } = useTranslation('calendar')
  const language = currentLanguage()
  return (
    <div className={classes.days} role="group" aria-label={label}>
      {days.slice(0, 7).map(({ date }) => (
        <span key={date} className={classes.weekday} aria-hidden="true">
          {formatWeekday(weekdayOf(date), language, 'short').slice(0, 2)}
        </span>
      ))}
      {days.map(({ date, notes, entries }) => (
        <button
          key={date}
          type="button"
          className={classes.day}
          aria-pressed={date === chosen}
          aria-current={date === today ? 'date' : undefined}
          data-outside={(month !== undefined && !isInMonth(date, month)) || undefined}
          onClick={() => onChoose(date)}
        >
          <VisuallyHidden>
            {t('dayWith', {
              day: formatDayLong(date, 'UTC', language),
              count: entries.length + notes.length,
            })}
          </VisuallyHidden>
          <span aria-hidden="true">{Number(date.slice(8))}</span>
          <span className={classes.dots} aria-hidden="true">
            {[...entries.map(stateOf), ...notes.map(() => 'note')].slice(0, MOST_DOTS).map((kind, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a dot has no identity besides its index and look
              <span key={at} className={classes.dot} data-state-colour={kind} />
            ))}
          </span>
        </button>
      ))}
    </div>
  )
}
