import '#web/ui/theme/kit-switch.ts'
import { Switch, TextInput } from '@mantine/core'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isCalendarDate } from '#time/calendar-date.ts'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { RecurrenceFields } from '#web/widgets/forms/RecurrenceFields.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import type { BlockForm } from './block-form.ts'
import classes from './BlockDialog.module.css'
import { TimeSelect } from '../TimeSelect.tsx'

/** Title, start, end and rule of blocked time. */
export function BlockFields({ canRepeat }: { canRepeat: boolean }) {
  const { t } = useTranslation('calendar')
  const form = useFormContext<BlockForm>()
  const { field, state } = useFields(form)
  const [startOn] = form.watch(['startOn'])
  return (
    <>
      <TextInput
        label={t('block.name')}
        placeholder={t('block.namePlaceholder')}
        maxLength={120}
        data-autofocus
        {...field('title')}
      />
      <Controller
        control={form.control}
        name="allDay"
        render={({ field: { value, onChange } }) => (
          <Switch
            label={t('block.allDay')}
            checked={value}
            onChange={({ currentTarget }) => {
              onChange(currentTarget.checked)
              void form.trigger()
            }}
          />
        )}
      />
      <Moment end="start" />
      <Moment end="end" />
      {canRepeat && (
        <Controller
          control={form.control}
          name="recurrence"
          render={({ field: { value, onChange } }) => (
            <RecurrenceFields
              of="blocks"
              value={value}
              onChange={onChange}
              firstOn={isCalendarDate(startOn) ? startOn : undefined}
              untilError={state('recurrence.until').error}
            />
          )}
        />
      )}
    </>
  )
}

/** One end of the block: its date, and its time unless it covers whole days. */
function Moment({ end }: { end: 'start' | 'end' }) {
  const { t } = useTranslation('calendar')
  const form = useFormContext<BlockForm>()
  const { state } = useFields(form)
  const allDay = form.watch('allDay')
  const isStart = end === 'start'
  return (
    <div className={classes.ends} data-whole={allDay || undefined}>
      <Controller
        control={form.control}
        name={isStart ? 'startOn' : 'endOn'}
        render={({ field: { ref, name, value, onChange, onBlur } }) => (
          <DateField
            ref={ref}
            label={t(`block.${end}`)}
            withAsterisk
            value={value === '' ? null : value}
            onChange={(date) => {
              const [before, endOn] = form.getValues(['startOn', 'endOn'])
              onChange(date ?? '')
              // Moving the first day also moves the last one.
              if (isStart && date !== null && (endOn === before || endOn < date)) form.setValue('endOn', date)
              void form.trigger()
            }}
            onBlur={onBlur}
            {...state(name)}
          />
        )}
      />
      {!allDay && (
        <Controller
          control={form.control}
          name={isStart ? 'startTime' : 'endTime'}
          render={({ field: { value, onChange } }) => (
            <TimeSelect
              shownLabel={t('block.time')}
              label={t(isStart ? 'block.startTime' : 'block.endTime')}
              value={value}
              untilMidnight={!isStart}
              onChange={(time) => {
                onChange(time)
                void form.trigger()
              }}
            />
          )}
        />
      )}
    </div>
  )
}
