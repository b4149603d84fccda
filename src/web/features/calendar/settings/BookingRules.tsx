import '#web/ui/theme/kit-switch.ts'
import { Select, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CountField } from '#web/widgets/forms/CountField.tsx'
import { withCurrent } from './hours-form.ts'
import { MinutesSelect } from './MinutesSelect.tsx'
import classes from './Rules.module.css'
import type { RulesProps } from './SessionRules.tsx'

const HOUR = 60
const NOTICES = [0, HOUR, 2 * HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR, 72 * HOUR, 168 * HOUR] as const
const HORIZONS = [7, 14, 30, 60, 90, 180, 365] as const

/** When sessions may be requested, and how many. */
export function BookingRules({ value, onChange }: RulesProps) {
  const { t } = useTranslation('calendar')
  return (
    <div className={classes.rules}>
      <MinutesSelect
        label={t('settings.minNotice')}
        description={t('settings.minNoticeHint')}
        choices={NOTICES}
        zeroLabel={t('settings.noNotice')}
        value={value.minNoticeMin}
        onChange={(minNoticeMin) => onChange({ minNoticeMin })}
      />
      <MinutesSelect
        label={t('settings.cancelNotice')}
        description={t('settings.cancelNoticeHint')}
        choices={NOTICES}
        zeroLabel={t('settings.anytime')}
        value={value.cancelNoticeMin}
        onChange={(cancelNoticeMin) => onChange({ cancelNoticeMin })}
      />
      <Select
        label={t('settings.horizon')}
        allowDeselect={false}
        data={withCurrent(HORIZONS, value.horizonDays).map((days) => ({
          value: String(days),
          label: t('settings.days', { count: days }),
        }))}
        value={String(value.horizonDays)}
        onChange={(days) => days !== null && onChange({ horizonDays: Number(days) })}
      />
      <div className={classes.pair}>
        <CountField
          label={t('settings.maxPerDay')}
          min={1}
          max={48}
          value={value.maxPerDay}
          onChange={(maxPerDay) => onChange({ maxPerDay })}
        />
        <CountField
          label={t('settings.maxPerWeek')}
          min={1}
          max={200}
          value={value.maxPerWeek}
          onChange={(maxPerWeek) => onChange({ maxPerWeek })}
        />
      </div>
      <Switch
        className={classes.wide}
        label={t('settings.autoConfirm')}
        description={t('settings.autoConfirmHint')}
        checked={value.autoConfirm}
        onChange={({ currentTarget }) => onChange({ autoConfirm: currentTarget.checked })}
      />
    </div>
  )
}
