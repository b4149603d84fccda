import { TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { NewMemorandumBody } from '#contract/memorandums/memorandums.ts'
import { dateOf } from '#time/calendar-date.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useCreateMemorandum } from '#web/widgets/queries/memorandum.queries.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { usualTime } from '../usual-time.ts'
import classes from './MemorandumsScreen.module.css'

const schema = z.object({
  description: NewMemorandumBody.shape.description,
  date: NewMemorandumBody.shape.date,
})

/** A memorandum in one line: words and a day, at the usual time. The whole form has the rest. */
export function QuickAdd() {
  const { t } = useTranslation(['memorandums', 'common'])
  const { timezone } = useViewer()
  const now = useNow()
  const today = dateOf(now, timezone)
  const create = useCreateMemorandum()
  const send = useSend(create)
  const form = useSchemaForm(schema, { defaultValues: { description: '', date: today } })
  const { field, state, formError } = useFields(form)
  // In a tab that stays open, the day in the field becomes a day of the past.
  useEffect(() => {
    if (form.getValues('date') < today) form.setValue('date', today)
  }, [form, today])
  const submit = form.handleSubmit(({ description, date }) =>
    send(
      { description, date, time: usualTime(date, now, timezone) },
      {
        onSuccess: () => setAlert(t('toast.added'), 'success'),
        onSuccessHere: () => {
          form.reset({ description: '', date })
          form.setFocus('description')
        },
        onErrorHere: (failure) => showFailure(failure, { form }),
      },
    ),
  )
  return (
    <form noValidate aria-label={t('quick.label')} onSubmit={(event) => void submit(event)}>
      <div className={classes.quick}>
        <TextInput
          aria-label={t('quick.text')}
          placeholder={t('quick.text')}
          maxLength={1000}
          autoComplete="off"
          {...field('description')}
        />
        <Controller
          control={form.control}
          name="date"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <DateField
              ref={ref}
              aria-label={t('form.date')}
              minDate={today}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              {...state('date')}
            />
          )}
        />
        <LoadingButton
          type="submit"
          variant="light"
          loading={create.isPending}
          loadingLabel={t('common:loading')}
        >
          {t('quick.submit')}
        </LoadingButton>
      </div>
      <FormError text={formError} />
    </form>
  )
}
