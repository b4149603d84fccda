import '#web/ui/theme/kit-switch.ts'
import { Checkbox, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type HolidayKey, LEGAL_HOLIDAYS } from '#contract/calendar/calendar.ts'
import { dateOf } from '#time/calendar-date.ts'
import { formatDayLong } from '#time/format.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { capitalized } from '#web/widgets/capitalized.ts'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { useNow } from '#web/widgets/use-now.ts'
import { comingTimeQuery } from '../calendar.queries.ts'
import { holidayRows, withHoliday } from './holidays.ts'
import classes from './HolidaysCard.module.css'

type Props = { value: readonly HolidayKey[]; onChange: (holidays: HolidayKey[]) => void }

/** The holidays that are closed: none, or those chosen, each with its next date (product §8). */
export function HolidaysCard({ value, onChange }: Props) {
  const { t } = useTranslation(['calendar', 'schedule'])
  const viewer = useViewer()
  const today = dateOf(useNow(), viewer.timezone)
  const query = useQuery(comingTimeQuery(viewer, today))
  return (
    <Card title={t('settings.holidays')}>
      <div className={classes.card}>
        <Switch
          label={t('settings.holidaysClosed')}
          description={t('settings.holidaysHint')}
          checked={value.length > 0}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? [...LEGAL_HOLIDAYS] : [])}
        />
        {value.length > 0 && (
          <QueryView query={query}>
            {({ holidays }) => (
              <div role="group" aria-label={t('settings.holidaysList')} className={classes.list}>
                {holidayRows(holidays).map(({ key, nextOn }) => (
                  <Checkbox
                    key={key}
                    label={t(`schedule:holidays.${key}`)}
                    description={
                      nextOn === undefined
                        ? t('settings.holidayFar')
                        : capitalized(formatDayLong(nextOn, viewer.timezone, currentLanguage()))
                    }
                    checked={value.includes(key)}
                    onChange={({ currentTarget }) => onChange(withHoliday(value, key, currentTarget.checked))}
                  />
                ))}
              </div>
            )}
          </QueryView>
        )}
      </div>
    </Card>
  )
}
