import { ActionIcon, Button, Modal } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { addDays, dateOf } from '#time/calendar-date.ts'
import { systemClock } from '#time/clock.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/app/store/alert.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { LoadingButton } from '#web/ui/LoadingButton.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { DateField } from '#web/widgets/DateField.tsx'
import { useFields } from '#web/widgets/form-fields.ts'
import { modelResolver } from '#web/widgets/form-model.ts'
import { useSaveOverride } from '../calendar.queries.ts'
import { isOvernight, nextHours } from '../hours-form.ts'
import { OverrideForm } from '../override-form.ts'
import classes from './OverrideDialog.module.css'
import { TimeSelect } from './TimeSelect.tsx'

/** Closes a day or a range of days, or gives it other hours (product §8). */
export function OverrideDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['calendar', 'common'])
  const { coachId, timezone } = useViewer()
  const save = useSaveOverride(coachId)
  const tomorrow = addDays(todayIn(timezone), 1)
  const form = useForm<OverrideForm>({
    mode: 'all',
    defaultValues: { from: tomorrow, to: tomorrow, isClosed: true, windows: [] },
    resolver: modelResolver<OverrideForm>(OverrideForm),
  })
  const { formError } = useFields(form)
  useFocusBack()
  const submit = form.handleSubmit((values) => {
    const { from, to, isClosed, windows } = OverrideForm.parse(values)
    save.mutate(
      { from, to, windows: isClosed ? [] : windows },
      {
        onSuccess: () => {
          setAlert(t('overrides.saved'), 'success')
          onClose()
        },
        onError: (failure) => showFailure(failure, { form }),
      },
    )
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('overrides.add')}
      centered
      size={480}
      radius={16}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <FormProvider {...form}>
        <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
          <div className={classes.days}>
            <DayOf name="from" />
            <DayOf name="to" />
          </div>
          <Hours />
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
    </Modal>
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
          // What is over is not listed, and nobody could ask for it.
          minDate={todayIn(timezone)}
          value={value === '' ? null : value}
          onChange={(date) => {
            onChange(date ?? '')
            // A first day after the last one takes it along.
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

const KINDS = ['closed', 'hours'] as const

function Hours() {
  const { t } = useTranslation('calendar')
  const form = useFormContext<OverrideForm>()
  const [isClosed, windows] = form.watch(['isClosed', 'windows'])
  const set = (next: OverrideForm['windows']) => {
    form.setValue('windows', next)
    if (next.length === 0) form.setValue('isClosed', true)
  }
  const next = nextHours(windows)
  return (
    <>
      <ChoiceChips
        label={t('overrides.kind')}
        options={KINDS.map((kind) => ({ value: kind, label: t(`overrides.kinds.${kind}`) }))}
        value={isClosed ? 'closed' : 'hours'}
        onChange={(kind) => {
          form.setValue('isClosed', kind === 'closed')
          if (kind === 'hours' && windows.length === 0) set([{ start: '09:00', end: '14:00' }])
        }}
      />
      {!isClosed &&
        windows.map((each, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the value is all there is; its place is what it is
          <div key={at} className={classes.window}>
            <TimeSelect
              label={t('overrides.fromTime', { n: at + 1 })}
              value={each.start}
              onChange={(start) => set(windows.map((old, i) => (i === at ? { ...old, start } : old)))}
            />
            <span>{t('settings.separator')}</span>
            <TimeSelect
              label={t('overrides.toTime', { n: at + 1 })}
              value={each.end}
              untilMidnight
              onChange={(end) => set(windows.map((old, i) => (i === at ? { ...old, end } : old)))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('overrides.removeTime', { n: at + 1 })}
              onClick={() => set(windows.filter((_, i) => i !== at))}
            >
              <IconTrash size={18} aria-hidden="true" />
            </ActionIcon>
            {isOvernight(each) && <span className={classes.note}>{t('settings.overnight')}</span>}
          </div>
        ))}
      {!isClosed && (
        <Button
          variant="subtle"
          className={classes.add}
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          disabled={next === undefined}
          onClick={() => next && set([...windows, next])}
        >
          {t('overrides.addTime')}
        </Button>
      )}
    </>
  )
}
