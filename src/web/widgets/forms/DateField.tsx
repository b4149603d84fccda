import '@mantine/dates/styles.layer.css'
import { DatePickerInput, type DatePickerInputProps } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isCalendarDate, weekdayOf, type CalendarDate } from '#time/calendar-date.ts'
import { formatDayLong, formatMonth, formatShortDate, formatWeekday } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { capitalized } from '../capitalized.ts'

type Props = Omit<DatePickerInputProps, 'value' | 'onChange'> & {
  value: string | null
  onChange: (date: string | null) => void
}

type Write = (date: CalendarDate, zone: string, language: string) => string

// The picker passes its dates as text; the formatter's zone does not matter to a calendar date.
const written = (date: unknown, write: Write) =>
  typeof date === 'string' && isCalendarDate(date) ? write(date, 'UTC', currentLanguage()) : ''

const weekday: Write = (date, _zone, language) =>
  formatWeekday(weekdayOf(date), language, 'short').slice(0, 2)

/** A calendar date. All its texts are formatted here, in the person's language. */
export function DateField({ value, onChange, ...input }: Props) {
  const { t } = useTranslation('common')
  const name = input['aria-label']
  const shown = value === null ? input.placeholder : written(value, formatShortDate)
  return (
    <DatePickerInput
      leftSection={<IconCalendar size={18} aria-hidden="true" />}
      firstDayOfWeek={0}
      weekendDays={[]}
      highlightToday
      maxLevel="month"
      popoverProps={{ shadow: 'md' }}
      valueFormatter={({ date }) => written(date, formatShortDate)}
      monthLabelFormat={(date) => capitalized(written(date, formatMonth))}
      // The kit would capitalize every word.
      styles={{ calendarHeaderLevel: { textTransform: 'none' } }}
      weekdayFormat={(date) => written(date, weekday)}
      getDayAriaLabel={(date) => written(date, formatDayLong)}
      clearButtonProps={{ 'aria-label': t('date.clear') }}
      ariaLabels={{ previousMonth: t('date.previousMonth'), nextMonth: t('date.nextMonth') }}
      {...input}
      // The visible text of a control is part of its name (WCAG 2.5.3).
      aria-label={name && `${name}: ${shown ?? ''}`}
      value={value}
      onChange={onChange}
    />
  )
}
