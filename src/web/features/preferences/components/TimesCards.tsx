import '#web/ui/theme/kit-switch.ts'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DailySummary, QuietHours } from '#contract/account/news-preferences.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { TimeField } from '#web/widgets/times/TimeField.tsx'
import classes from './Preferences.module.css'

type QuietProps = { quiet: QuietHours; onChange: (quiet: QuietHours) => void }

/** When what can wait does wait. */
export function QuietCard({ quiet, onChange }: QuietProps) {
  const { t } = useTranslation('preferences')
  const { on, from, until } = quiet
  return (
    <Card title={t('quiet.title')}>
      <Switch
        label={t('quiet.label')}
        description={t('quiet.hint')}
        checked={on}
        onChange={({ currentTarget }) => onChange({ ...quiet, on: currentTarget.checked })}
      />
      {on && (
        <div className={classes.times}>
          <TimeField
            label={t('quiet.from')}
            value={from}
            except={until}
            onChange={(time) => onChange({ ...quiet, from: time })}
          />
          <TimeField
            label={t('quiet.until')}
            value={until}
            except={from}
            onChange={(time) => onChange({ ...quiet, until: time })}
          />
        </div>
      )}
    </Card>
  )
}

type DailyProps = { daily: DailySummary; onChange: (daily: DailySummary) => void }

/** One mail a day with what waits. */
export function DailyCard({ daily, onChange }: DailyProps) {
  const { t } = useTranslation('preferences')
  return (
    <Card title={t('daily.title')}>
      <Switch
        label={t('daily.label')}
        description={t('daily.hint')}
        checked={daily.on}
        onChange={({ currentTarget }) => onChange({ ...daily, on: currentTarget.checked })}
      />
      {daily.on && (
        <div className={classes.times}>
          <TimeField label={t('daily.at')} value={daily.at} onChange={(at) => onChange({ ...daily, at })} />
        </div>
      )}
    </Card>
  )
}
