import { Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { TimeWarnings } from '#web/widgets/session/TimeWarnings.tsx'
import type { NewSessionBooking } from './use-new-session.ts'
import classes from '#web/features/sessions/components/SessionForm.module.css'

type Props = { booking: NewSessionBooking; formError: string | undefined }

/** The warnings of a booking, and the button that books despite them where that is possible. */
export function BookButtons({ booking, formError }: Props) {
  const { t } = useTranslation(['sessions', 'booking', 'common'])
  const { isPast, isSeries, isRefused, isKnowing, isSaving, warnings, clashes } = booking
  const label = isPast ? 'booking:registerPast' : isKnowing ? 'newCoach.anyway' : 'newCoach.submit'
  return (
    <>
      <div role="status" className={classes.warnings}>
        {isSeries
          ? clashes.length > 0 && (
              <p className={classes.refused}>
                <IconAlertTriangle size={20} aria-hidden="true" />
                {t('booking:series.unsettled', { count: clashes.length })}
              </p>
            )
          : !isPast && <TimeWarnings warnings={warnings} />}
        {isPast && <p className={classes.refused}>{t('newCoach.pastStart')}</p>}
        {isRefused && (
          <p className={classes.refused}>
            <IconAlertTriangle size={20} aria-hidden="true" />
            {t('newCoach.outside')}
          </p>
        )}
      </div>
      <FormError text={formError} />
      <Group justify="flex-end">
        <LoadingButton
          type="submit"
          loading={isSaving}
          loadingLabel={t('common:loading')}
          disabled={clashes.length > 0}
        >
          {t(label)}
        </LoadingButton>
      </Group>
    </>
  )
}
