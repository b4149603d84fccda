import '@mantine/dates/styles.layer.css'
import { TimePicker } from '@mantine/dates'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '#web/ui/inputs/ChoiceChips.tsx'
import { DateField } from './DateField.tsx'
import classes from './SpanFields.module.css'
import type { SpanForm } from './span-form.ts'

type Props = {
  value: SpanForm
  /** Without any the duration is not asked. */
  lengths: readonly number[]
  onChange: (value: SpanForm) => void
  /** Why this time cannot be. */
  timeError?: string | undefined
}

/** Date, local time and duration: the alternative to dragging. */
export function SpanFields({ value, lengths, onChange, timeError }: Props) {
  const { t } = useTranslation(['schedule', 'validation'])
  const change = (part: Partial<SpanForm>) => onChange({ ...value, ...part })
  // Nothing is asked for under a field before somebody was in it (design.md, "Behaviour").
  const [left, setLeft] = useState<readonly string[]>([])
  const leave = (field: 'date' | 'time') => () => setLeft((before) => [...before, field])
  const missing = (field: 'date' | 'time') =>
    value[field] === '' && left.includes(field) && t('validation:required')
  return (
    <div className={classes.fields}>
      <DateField
        label={t('move.date')}
        withAsterisk
        value={value.date === '' ? null : value.date}
        onChange={(date) => change({ date: date ?? '' })}
        error={missing('date')}
        onBlur={leave('date')}
      />
      <TimePicker
        label={t('move.time')}
        withAsterisk
        withDropdown
        minutesStep={5}
        hoursInputLabel={t('move.hours')}
        minutesInputLabel={t('move.minutes')}
        value={value.time}
        onChange={(time) => change({ time: time.slice(0, 5) })}
        error={timeError ?? missing('time')}
        onBlur={leave('time')}
      />
      {lengths.length > 0 && (
        <div className={classes.wide}>
          <ChoiceChips
            label={t('move.length')}
            options={lengths.map((minutes) => ({
              value: String(minutes),
              label: t('move.lengthMinutes', { count: minutes }),
            }))}
            value={String(value.durationMin)}
            onChange={(minutes) => change({ durationMin: Number(minutes) })}
          />
        </div>
      )}
    </div>
  )
}
