import { Select, Textarea } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useId } from 'react'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MemorandumRecurrence } from '#contract/memorandums/memorandums.ts'
import { dateOf } from '#time/calendar-date.ts'
import { useViewer } from '#web/store/viewer.ts'
import { Segments } from '#web/ui/inputs/Segments.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { PRIORITIES } from '../list/memorandum-filter.ts'
import { AboutFields } from './AboutFields.tsx'
import type { MemorandumForm } from './memorandum-form.ts'
import { TimeField } from '#web/widgets/times/TimeField.tsx'
import classes from './MemorandumFields.module.css'

type Props = {
  /** The present day of an existing one, which it may keep though it has passed. */
  before?: string
  /** The name of what it is about already. */
  aboutName?: string | undefined
}

/** The fields of a memorandum, those that everybody fills first. Rendered inside a form that contains them all. */
export function MemorandumFields({ before, aboutName }: Props) {
  const { t } = useTranslation('memorandums')
  const form = useFormContext<MemorandumForm>()
  const { field, state } = useFields(form)
  const { control } = form
  const priorityId = useId()
  const today: string = dateOf(useNow(), useViewer().timezone)
  const recurrence = useWatch({ control, name: 'recurrence' })
  return (
    <>
      <Card>
        <div className={classes.fields}>
          <Textarea
            label={t('form.description')}
            placeholder={t('form.placeholder')}
            withAsterisk
            autosize
            minRows={2}
            maxRows={10}
            maxLength={1000}
            {...field('description')}
          />
          <div className={classes.pair}>
            <Controller
              control={control}
              name="date"
              render={({ field: { ref, value, onChange, onBlur } }) => (
                <DateField
                  ref={ref}
                  label={t('form.date')}
                  withAsterisk
                  minDate={before !== undefined && before < today ? before : today}
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
                <TimeField
                  ref={ref}
                  label={t('form.time')}
                  value={value}
                  onChange={onChange}
                  onBlur={onBlur}
                  {...state('time')}
                />
              )}
            />
          </div>
          <p className={classes.hint}>{t('form.timeHint')}</p>
        </div>
      </Card>
      <Card>
        <div className={classes.fields}>
          <Controller
            control={control}
            name="about"
            render={({ field: { value, onChange } }) => (
              <AboutFields kind={value} onKind={onChange} state={state} aboutName={aboutName} />
            )}
          />
          <div className={classes.pair}>
            <Controller
              control={control}
              name="recurrence"
              render={({ field: { ref, value, onChange, onBlur } }) => (
                <Select
                  ref={ref}
                  label={t('form.recurrence')}
                  description={recurrence === 'none' ? undefined : t('form.recurrenceHint')}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  data={MemorandumRecurrence.options.map((each) => ({
                    value: each,
                    label: t(`recurrences.${each}`),
                  }))}
                  value={value}
                  onChange={(each) => each !== null && onChange(each)}
                  onBlur={onBlur}
                  allowDeselect={false}
                />
              )}
            />
            <div>
              <p id={priorityId} className={classes.legend}>
                {t('form.priority')}
              </p>
              <Controller
                control={control}
                name="priority"
                render={({ field: { value, onChange } }) => (
                  <Segments
                    label={t('form.priority')}
                    options={PRIORITIES.toReversed().map((each) => ({
                      value: each,
                      label: t(`priorities.${each}`),
                    }))}
                    value={value}
                    onChange={onChange}
                  />
                )}
              />
            </div>
          </div>
        </div>
      </Card>
      <p className={classes.session}>
        <IconLock size={15} aria-hidden="true" />
        <span className={classes.hint}>{t('private')}</span>
      </p>
    </>
  )
}
