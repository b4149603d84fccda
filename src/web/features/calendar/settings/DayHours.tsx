import { ActionIcon } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OpenHours } from '#contract/calendar/calendar.ts'
import type { Weekday } from '#time/calendar-date.ts'
import { formatWeekday } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { nextHours, overlapping } from './hours-form.ts'
import { isOvernight } from '#web/widgets/times/day/open-windows.ts'
import { CopyHours } from './CopyHours.tsx'
import classes from './DayHours.module.css'
import { TimeSelect } from '../TimeSelect.tsx'

type Props = {
  weekday: Weekday
  hours: readonly OpenHours[]
  onChange: (hours: OpenHours[]) => void
  onCopy: (to: readonly Weekday[]) => void
}

/** The hours of one weekday: none, one or several. */
export function DayHours({ weekday, hours, onChange, onCopy }: Props) {
  const { t } = useTranslation('calendar')
  const day = formatWeekday(weekday, currentLanguage())
  const overlaps = overlapping(hours)
  const next = nextHours(hours)
  const replace = (at: number, changed: OpenHours) =>
    onChange(hours.map((each, i) => (i === at ? changed : each)))
  return (
    <div className={classes.day} role="group" aria-label={day}>
      <span className={classes.name} aria-hidden="true">
        {day}
      </span>
      <div className={classes.hours}>
        {hours.length === 0 && <span className={classes.closed}>{t('settings.closed')}</span>}
        {hours.map((each, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row has no identity besides its index
          <div key={at} className={classes.row}>
            <TimeSelect
              label={t('settings.from', { day })}
              value={each.start}
              onChange={(start) => replace(at, { ...each, start })}
            />
            <span className={classes.separator}>{t('settings.separator')}</span>
            <TimeSelect
              label={t('settings.to', { day })}
              value={each.end}
              untilMidnight
              onChange={(end) => replace(at, { ...each, end })}
            />
            <ActionIcon
              variant="subtle"
              color="negative"
              size="lg"
              aria-label={t('settings.remove', { start: each.start, end: each.end, day })}
              onClick={() => onChange(hours.filter((_, i) => i !== at))}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
            {isOvernight(each) && <span className={classes.note}>{t('settings.overnight')}</span>}
            {overlaps.has(at) && <span className={classes.note}>{t('settings.overlap')}</span>}
          </div>
        ))}
      </div>
      <div className={classes.tools}>
        <ActionIcon
          variant="subtle"
          size="lg"
          disabled={next === undefined}
          aria-label={t('settings.add', { day })}
          onClick={() => next && onChange([...hours, next])}
        >
          <IconPlus size={18} aria-hidden="true" />
        </ActionIcon>
        <CopyHours weekday={weekday} disabled={hours.length === 0} onCopy={onCopy} />
      </div>
    </div>
  )
}
