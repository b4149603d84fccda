import { Button } from '@mantine/core'
import { useState } from 'react'
import { Controller, FormProvider, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { DateOverride } from '#contract/calendar/calendar.ts'
import { addDays, dateOf } from '#time/calendar-date.ts'
import { systemClock } from '#time/clock.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { FormDialog } from '#web/widgets/forms/FormDialog.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import { useSend } from '#web/widgets/use-send.ts'
import { useSaveOverride } from '../calendar.queries.ts'
import { OverrideForm, closedOn, formOf } from './override-form.ts'
import { type OverrideRange, replacedBy } from './override-ranges.ts'
import classes from './OverrideDialog.module.css'
import { OverrideHours } from './OverrideHours.tsx'
import { ReplaceDays } from './ReplaceDays.tsx'

type Asked = Parameters<ReturnType<typeof useSaveOverride>['mutate']>[0] & {
  windows: DateOverride['windows']
}

type Props = {
  overrides: readonly DateOverride[]
  /** The days to edit; without them it adds some. */
  edited?: OverrideRange
  onClose: () => void
}

/** Closes a day or a range of days, or gives it other hours (product §8). Asks before replacing other overrides. */
export function OverrideDialog({ overrides, edited, onClose }: Props) {
  const { t } = useTranslation(['calendar', 'common'])
  const { coachId, timezone } = useViewer()
  const save = useSaveOverride(coachId)
  const send = useSend(save)
  const tomorrow = addDays(todayIn(timezone), 1)
  const form = useSchemaForm(OverrideForm, { defaultValues: edited ? formOf(edited) : closedOn(tomorrow) })
  const { formError } = useFields(form)
  const [asking, setAsking] = useState<Asked>()
  const store = (asked: Asked) =>
    send(asked, {
      onSuccess: () => setAlert(t('overrides.saved'), 'success'),
      onSuccessHere: onClose,
      onErrorHere: (failure) => {
        setAsking(undefined)
        showFailure(failure, { form })
      },
    })
  const submit = form.handleSubmit(({ from, to, isClosed, windows }) => {
    const asked: Asked = {
      from,
      to,
      windows: isClosed ? [] : windows,
      ...(edited && { instead: { from: edited.from, to: edited.to } }),
    }
    if (replacedBy(asked, overrides).length > 0) setAsking(asked)
    else store(asked)
  })
  return (
    <FormDialog title={t(edited ? 'overrides.editTitle' : 'overrides.add')} size={480} onClose={onClose}>
      <FormProvider {...form}>
        <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
          <div className={classes.days}>
            <DayOf name="from" />
            <DayOf name="to" />
          </div>
          <OverrideHours />
          <FormError text={formError} />
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <LoadingButton type="submit" loading={save.isPending} loadingLabel={t('common:loading')}>
              {t('overrides.submit')}
            </LoadingButton>
          </div>
        </form>
      </FormProvider>
      {asking && (
        <ReplaceDays
          replaced={replacedBy(asking, overrides)}
          isSaving={save.isPending}
          onAccept={() => store(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </FormDialog>
  )
}

const todayIn = (zone: string) => dateOf(systemClock.now(), zone)

function DayOf({ name }: { name: 'from' | 'to' }) {
  const { t } = useTranslation('calendar')
  const { timezone } = useViewer()
  const form = useFormContext<OverrideForm>()
  const { state } = useFields(form)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <DateField
          ref={ref}
          label={t(`overrides.${name}`)}
          withAsterisk
          // Past overrides are not listed, so none can be chosen.
          minDate={todayIn(timezone)}
          value={value === '' ? null : value}
          onChange={(date) => {
            onChange(date ?? '')
            // A first day after the last one moves the last one too.
            if (name === 'from' && date !== null && form.getValues('to') < date) form.setValue('to', date)
            void form.trigger()
          }}
          onBlur={onBlur}
          {...state(name)}
        />
      )}
    />
  )
}
