import '@mantine/dates/styles.layer.css'
import { TimePicker } from '@mantine/dates'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { LengthChips } from '#web/widgets/times/LengthChips.tsx'
import classes from '#web/features/sessions/components/SessionForm.module.css'

type TimeForm = { date: string; time: string; durationMin: number }

/** Day, start and duration of a session. For any form that has these fields. */
export function TimeFields({
  lengths,
  firstOn,
  lastOn,
  disabled = false,
}: {
  lengths: readonly number[]
  /** The first day that can be chosen. */
  firstOn?: string
  /** The last one. */
  lastOn?: string
  disabled?: boolean
}) {
  const { t } = useTranslation('sessions')
  const form = useFormContext<TimeForm>()
  const { state } = useFields(form)
  const { control } = form
  return (
    <>
      <div className={classes.pair}>
        <Controller
          control={control}
          name="date"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <DateField
              ref={ref}
              label={t('field.date')}
              placeholder={t('field.datePlaceholder')}
              withAsterisk
              disabled={disabled}
              {...(firstOn !== undefined && { minDate: firstOn })}
              {...(lastOn !== undefined && { maxDate: lastOn })}
              value={value === '' ? null : value}
              onChange={(date) => onChange(date ?? '')}
              onBlur={onBlur}
              {...state('date')}
            />
          )}
        />
        <Controller
          control={control}
          name="time"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <TimePicker
              hoursRef={ref}
              label={t('field.start')}
              withAsterisk
              withDropdown
              disabled={disabled}
              minutesStep={5}
              hoursInputLabel={t('field.hours')}
              minutesInputLabel={t('field.minutes')}
              value={value}
              onChange={(time) => onChange(time.slice(0, 5))}
              onBlur={onBlur}
              {...state('time')}
            />
          )}
        />
      </div>
      {!disabled && (
        <Controller
          control={control}
          name="durationMin"
          render={({ field: { value, onChange } }) => (
            <LengthChips anyLength lengths={lengths} value={value} onChange={onChange} />
          )}
        />
      )}
    </>
  )
}
