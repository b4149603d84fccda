import { Input } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CalendarSettings } from '#contract/calendar/calendar.ts'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { DURATION_CHOICES, MOST_DURATIONS, durationsProblem, withCurrent } from './hours-form.ts'
import classes from './Rules.module.css'
import { MinutesSelect } from './MinutesSelect.tsx'
import { OtherDuration } from './OtherDuration.tsx'

export type RulesProps = {
  value: CalendarSettings
  onChange: (change: Partial<CalendarSettings>) => void
}

const STEPS = [10, 15, 20, 30, 45, 60] as const
const BUFFERS = [0, 5, 10, 15, 20, 30, 45, 60] as const

/** The durations of sessions, and the buffers around them. */
export function SessionRules({ value, onChange }: RulesProps) {
  const { t } = useTranslation('calendar')
  const problem = durationsProblem(value.durations)
  const choices = value.durations.reduce(
    (all: number[], each) => withCurrent(all, each),
    [...DURATION_CHOICES],
  )
  return (
    <div className={classes.rules} data-columns="3">
      <div className={classes.wide}>
        <ChoiceChips
          multiple
          label={t('settings.durations')}
          options={choices.map((minutes) => ({
            value: String(minutes),
            label: t('settings.minutes', { count: minutes }),
          }))}
          value={value.durations.map(String)}
          onChange={(chosen) => onChange({ durations: chosen.map(Number).sort((a, b) => a - b) })}
        />
        <OtherDuration onAdd={(minutes) => onChange({ durations: withCurrent(value.durations, minutes) })} />
        {problem && (
          <Input.Error mt={6} role="alert">
            {t(`settings.${problem}`, { count: MOST_DURATIONS })}
          </Input.Error>
        )}
      </div>
      <MinutesSelect
        label={t('settings.step')}
        choices={STEPS}
        zeroLabel={t('settings.none')}
        value={value.stepMin}
        onChange={(stepMin) => onChange({ stepMin })}
      />
      <MinutesSelect
        label={t('settings.bufferBefore')}
        choices={BUFFERS}
        zeroLabel={t('settings.none')}
        value={value.bufferBeforeMin}
        onChange={(bufferBeforeMin) => onChange({ bufferBeforeMin })}
      />
      <MinutesSelect
        label={t('settings.bufferAfter')}
        choices={BUFFERS}
        zeroLabel={t('settings.none')}
        value={value.bufferAfterMin}
        onChange={(bufferAfterMin) => onChange({ bufferAfterMin })}
      />
    </div>
  )
}
