import { Button, Group, Stack } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type MemorandumDto, NewMemorandumBody } from '#contract/memorandums/memorandums.ts'
import { dateOf } from '#time/calendar-date.ts'
import { showFailure } from '#web/api/errors.ts'
import { useViewer } from '#web/store/viewer.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { DateField } from '#web/widgets/forms/DateField.tsx'
import { FormDialog } from '#web/widgets/forms/FormDialog.tsx'
import { useFields } from '#web/widgets/forms/form-fields.ts'
import { useSchemaForm } from '#web/widgets/forms/form-model.ts'
import type { useMemorandumMoves } from '#web/widgets/memorandums/use-memorandum-moves.ts'
import { useNow } from '#web/widgets/use-now.ts'
import { TimeField } from '#web/widgets/times/TimeField.tsx'

const schema = z.object({ date: NewMemorandumBody.shape.date, time: NewMemorandumBody.shape.time.unwrap() })

type Props = {
  memorandum: MemorandumDto
  moves: ReturnType<typeof useMemorandumMoves>
  onClose: () => void
}

/** Postpones to a chosen day and time. */
export default function PostponeDialog({ memorandum, moves, onClose }: Props) {
  const { t } = useTranslation(['memorandums', 'common'])
  const today: string = dateOf(useNow(), useViewer().timezone)
  const earliest = memorandum.date > today ? memorandum.date : today
  const form = useSchemaForm(schema, { defaultValues: { date: '', time: memorandum.time } })
  const { state, formError } = useFields(form)
  const { isSubmitting } = form.formState
  const submit = form.handleSubmit(({ date, time }) =>
    moves
      .postpone(memorandum, { date, time })
      .then(onClose, (failure: unknown) => showFailure(failure, { form })),
  )
  return (
    <FormDialog title={t('postponeTitle')} size={420} isSending={isSubmitting} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Controller
            control={form.control}
            name="date"
            render={({ field: { ref, value, onChange, onBlur } }) => (
              <DateField
                ref={ref}
                label={t('form.date')}
                placeholder={t('form.choose')}
                withAsterisk
                data-autofocus
                minDate={earliest}
                value={value === '' ? null : value}
                onChange={(date) => onChange(date ?? '')}
                onBlur={onBlur}
                {...state('date')}
              />
            )}
          />
          <Controller
            control={form.control}
            name="time"
            render={({ field: { value, onChange } }) => (
              <TimeField label={t('form.time')} value={value} onChange={onChange} {...state('time')} />
            )}
          />
          <FormError text={formError} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <LoadingButton type="submit" loading={isSubmitting} loadingLabel={t('common:loading')}>
              {t('postpone')}
            </LoadingButton>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  )
}
