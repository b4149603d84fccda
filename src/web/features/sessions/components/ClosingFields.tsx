import '@mantine/core/styles/NumberInput.css'
import { Group, Input, NumberInput, Textarea } from '@mantine/core'
import { IconLock, IconUsers } from '@tabler/icons-react'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { LoadingButton } from '#web/ui/LoadingButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useFields } from '#web/widgets/form-fields.ts'
import {
  ATTENDANCE_ANSWERS,
  realMinutesFor,
  type AttendanceAnswer,
  type ClosingValues,
} from '../closing-form.ts'
import { ActionRows } from './ActionRows.tsx'
import classes from './ClosingFields.module.css'
import { Readers } from './SharedRecord.tsx'

type Props = { name: string; planned: number; saving: boolean; onSubmit: () => void }

/** What the coach writes down in under 90 seconds (product §9). */
export function ClosingFields({ name, planned, saving, onSubmit }: Props) {
  const { t } = useTranslation(['sessions', 'common'])
  const { field, formError } = useFields(useFormContext<ClosingValues>())
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Card>
        <Attendance planned={planned} />
      </Card>
      <Card
        title={t('closing.summary', { name })}
        aside={<Readers icon={<IconUsers size={15} />} text={t('view.shared', { name })} />}
      >
        <Textarea
          aria-label={t('closing.summary', { name })}
          description={t('closing.summaryHint', { name })}
          placeholder={t('closing.summaryPlaceholder')}
          autosize
          minRows={5}
          {...field('summary')}
        />
      </Card>
      <Card
        className={classes.private}
        title={t('closing.private')}
        aside={<Readers icon={<IconLock size={15} />} text={t('view.onlyYou')} />}
      >
        <Textarea
          aria-label={t('closing.private')}
          description={t('closing.privateHint', { name })}
          placeholder={t('closing.privatePlaceholder')}
          autosize
          minRows={3}
          {...field('privateNotes')}
        />
      </Card>
      <Card
        title={t('closing.actions')}
        aside={<Readers icon={<IconUsers size={15} />} text={t('closing.actionsHint', { name })} />}
      >
        <ActionRows />
      </Card>
      {formError && <Input.Error role="alert">{formError}</Input.Error>}
      <Group justify="flex-end">
        <LoadingButton type="submit" size="md" loading={saving} loadingLabel={t('common:loading')}>
          {t('closing.submit')}
        </LoadingButton>
      </Group>
    </form>
  )
}

function Attendance({ planned }: { planned: number }) {
  const { t } = useTranslation('sessions')
  const form = useFormContext<ClosingValues>()
  const { state } = useFields(form)
  const answer = (chosen: AttendanceAnswer) => {
    const before = form.getValues('attendance')
    form.setValue('attendance', chosen, { shouldDirty: true })
    // Minutes the coach changed by hand stay as they are.
    if (form.getValues('realMinutes') === realMinutesFor(before, planned)) {
      form.setValue('realMinutes', realMinutesFor(chosen, planned), { shouldValidate: true })
    }
  }
  return (
    <div className={classes.attendance}>
      <Controller
        control={form.control}
        name="attendance"
        render={({ field: { value } }) => (
          <ChoiceChips
            heading
            label={t('closing.attendance')}
            options={ATTENDANCE_ANSWERS.map((each) => ({
              value: each,
              label: t(`closing.attendances.${each}`),
            }))}
            value={value}
            onChange={(chosen) => answer(chosen as AttendanceAnswer)}
          />
        )}
      />
      <Controller
        control={form.control}
        name="realMinutes"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <NumberInput
            ref={ref}
            label={t('closing.realMinutes')}
            description={t('closing.planned', { count: planned })}
            min={0}
            max={1440}
            allowDecimal={false}
            allowNegative={false}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            {...state('realMinutes')}
          />
        )}
      />
    </div>
  )
}
