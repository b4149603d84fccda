import { Button, Input, Textarea } from '@mantine/core'
import { IconCalendarCheck, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CalendarDto } from '#contract/calendar/calendar.ts'
import { addMinutes, toIso, type EpochMs } from '#time/clock.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { SessionTime } from '#web/widgets/session/SessionTime.tsx'
import { type FormOf, useFields } from '#web/widgets/forms/form-fields.ts'
import { policyText } from '#web/widgets/session/notice-hours.ts'
import type { BookingForm } from './booking-form.ts'
import classes from './BookingDetail.module.css'

type Props = {
  form: FormOf<BookingForm>
  calendar: CalendarDto
  timezone: string
  start: EpochMs
  durationMin: number
  saving: boolean
  onSubmit: () => void
  onBack: () => void
}

/** The last step: a summary, the purpose, and the cancellation policy. */
export function BookingDetail({
  form,
  calendar,
  timezone,
  start,
  durationMin,
  saving,
  onSubmit,
  onBack,
}: Props) {
  const { t } = useTranslation(['sessions', 'booking', 'common'])
  const { t: tBooking } = useTranslation('booking')
  const { field, formError } = useFields(form)
  const { autoConfirm } = calendar
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div className={classes.chosen}>
        <IconCalendarCheck size={22} aria-hidden="true" className={classes.icon} />
        <div className={classes.when}>
          <SessionTime
            startsAt={toIso(start)}
            endsAt={toIso(addMinutes(start, durationMin))}
            timezone={timezone}
            other={{ timezone: calendar.timezone, role: 'coach', name: '' }}
          />
        </div>
      </div>
      <Textarea
        label={t('newClient.objective')}
        description={t('newClient.objectiveHint')}
        placeholder={t('field.objectivePlaceholder')}
        autosize
        minRows={3}
        maxLength={500}
        {...field('objective')}
      />
      <p className={classes.policy}>
        <IconInfoCircle size={18} aria-hidden="true" className={classes.icon} />
        <span>
          {policyText(tBooking, calendar)}{' '}
          {t(autoConfirm ? 'newClient.autoConfirm' : 'newClient.willConfirm')}
        </span>
      </p>
      {formError && <Input.Error role="alert">{formError}</Input.Error>}
      <div className={classes.buttons}>
        <Button variant="subtle" onClick={onBack} disabled={saving}>
          {t('newClient.changeTime')}
        </Button>
        <LoadingButton type="submit" loading={saving} loadingLabel={t('common:loading')}>
          {t(autoConfirm ? 'newClient.submitAuto' : 'newClient.submit')}
        </LoadingButton>
      </div>
    </form>
  )
}
