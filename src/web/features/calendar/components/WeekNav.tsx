import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addDays, type CalendarDate } from '#time/calendar-date.ts'
import { formatDayRange } from '#time/format.ts'
import { currentLanguage } from '#web/api/i18n.ts'
import { screenWeekStart } from '#web/widgets/screen-week.ts'
import classes from './WeekNav.module.css'

type Props = { weekStart: CalendarDate; today: CalendarDate; onChange: (weekStart: CalendarDate) => void }

/** The week on screen, and the ways to another. */
export function WeekNav({ weekStart, today, onChange }: Props) {
  const { t } = useTranslation('calendar')
  const language = currentLanguage()
  const current = screenWeekStart(today)
  return (
    <div className={classes.nav}>
      <div className={classes.buttons}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('previousWeek')}
          onClick={() => onChange(addDays(weekStart, -7))}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('nextWeek')}
          onClick={() => onChange(addDays(weekStart, 7))}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
        <Button
          variant="default"
          size="sm"
          disabled={weekStart === current}
          onClick={() => onChange(current)}
        >
          {t('today')}
        </Button>
      </div>
      <h2 className={classes.label} aria-live="polite">
        {formatDayRange(weekStart, addDays(weekStart, 6), language)}
        <span className={classes.year}>{addDays(weekStart, 6).slice(0, 4)}</span>
      </h2>
    </div>
  )
}
