import { Button, Group, Input, TextInput, Textarea } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import { formatTime } from '#time/format.ts'
import { useViewer } from '#web/app/store/viewer.ts'
import { LoadingButton } from '#web/ui/LoadingButton.tsx'
import { DateField } from '#web/widgets/DateField.tsx'
import { useFields } from '#web/widgets/form-fields.ts'
import { useNow } from '#web/widgets/use-now.ts'
import type { NewSessionForm } from '../new-session-form.ts'
import { ClientSelect } from './ClientSelect.tsx'
import { LengthChips } from './LengthChips.tsx'
import { MeetingFields } from './MeetingFields.tsx'
import classes from './NewSessionFields.module.css'

type Props = {
  lengths: readonly number[]
  client: ClientDto | undefined
  saving: boolean
  /** The chosen time lies outside the offered hours, says the server. */
  refused: boolean
  onSubmit: () => void
  onAnyway: () => void
}

/** Person, time, way to meet and purpose of a session the coach books. */
export function NewSessionFields({ lengths, client, saving, refused, onSubmit, onAnyway }: Props) {
  const { t } = useTranslation(['sessions', 'common'])
  const { coachId } = useViewer()
  const now = useNow()
  const form = useFormContext<NewSessionForm>()
  const { field, state, formError } = useFields(form)
  const { control } = form
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div>
        <Controller
          control={control}
          name="clientId"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <ClientSelect {...{ ref, coachId, value, onChange, onBlur }} {...state('clientId')} />
          )}
        />
        {client && (
          <p className={classes.hint}>
            {t('newCoach.localTime', { time: formatTime(now, client.timezone), name: client.name })}
          </p>
        )}
      </div>
      <div className={classes.pair}>
        <Controller
          control={control}
          name="date"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <DateField
              ref={ref}
              label={t('field.date')}
              withAsterisk
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
      <Controller
        control={control}
        name="durationMin"
        render={({ field: { value, onChange } }) => (
          <LengthChips lengths={lengths} value={value} onChange={onChange} />
        )}
      />
      <MeetingFields />
      <TextInput label={t('field.title')} placeholder={t('field.titleEmpty')} {...field('title')} />
      <Textarea
        label={t('field.objective')}
        placeholder={t('field.objectivePlaceholder')}
        autosize
        minRows={2}
        maxLength={500}
        {...field('objective')}
      />
      {formError && <Input.Error role="alert">{formError}</Input.Error>}
      {refused && (
        <div className={classes.refused} role="alert">
          <IconAlertTriangle size={20} aria-hidden="true" />
          <p>{t('newCoach.outside')}</p>
          <Button variant="default" onClick={onAnyway} loading={saving}>
            {t('newCoach.anyway')}
          </Button>
        </div>
      )}
      <Group justify="flex-end">
        <LoadingButton type="submit" loading={saving} loadingLabel={t('common:loading')} disabled={refused}>
          {t('newCoach.submit')}
        </LoadingButton>
      </Group>
    </form>
  )
}
