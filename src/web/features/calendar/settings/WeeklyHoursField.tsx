import { useTranslation } from 'react-i18next'
import type { WeeklyHours } from '#contract/calendar/calendar.ts'
import { copyHours, openMinutes, SCREEN_WEEKDAYS } from './hours-form.ts'
import { DayHours } from './DayHours.tsx'
import classes from './WeeklyHoursField.module.css'

type Props = { value: WeeklyHours; onChange: (weekly: WeeklyHours) => void }

/** The weekly hours, day by day. */
export function WeeklyHoursField({ value, onChange }: Props) {
  const { t } = useTranslation('calendar')
  return (
    <>
      <div className={classes.days}>
        {SCREEN_WEEKDAYS.map((weekday) => (
          <DayHours
            key={weekday}
            weekday={weekday}
            hours={value[weekday]}
            onChange={(hours) => onChange({ ...value, [weekday]: hours })}
            onCopy={(to) => onChange(copyHours(value, weekday, to))}
          />
        ))}
      </div>
      <Total minutes={openMinutes(value)} none={t('settings.noHours')} />
    </>
  )
}

function Total({ minutes, none }: { minutes: number; none: string }) {
  const { t } = useTranslation('calendar')
  if (minutes === 0) {
    return (
      <p className={classes.none} role="status">
        {none}
      </p>
    )
  }
  const hours = Math.floor(minutes / 60)
  return (
    <p className={classes.total} role="status">
      {minutes % 60 === 0
        ? t('settings.openTime', { count: hours })
        : t('settings.openTimeHalf', { hours, minutes: minutes % 60 })}
    </p>
  )
}
