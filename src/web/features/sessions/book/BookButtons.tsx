import { IconAlertTriangle, IconBan } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#web/store/viewer.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { foot } from '#web/ui/layout/foot.ts'
import { TimeWarnings } from '#web/widgets/session/TimeWarnings.tsx'
import { showSeriesDates } from '#web/features/sessions/series/series-dates.ts'
import { BothTimes } from '#web/features/sessions/times/BothTimes.tsx'
import formClasses from '#web/features/sessions/components/SessionForm.module.css'
import classes from './NewSession.module.css'
import type { NewSessionBooking } from './use-new-session.ts'

type Props = {
  booking: NewSessionBooking
  viewer: Viewer
  client: { name: string; timezone: string } | undefined
  isPast: boolean
  formError: string | undefined
}

/** The chosen time for both, what speaks against it, and the button that books, despite that where it is possible. */
export function BookButtons({ booking, viewer, client, isPast, formError }: Props) {
  const { t } = useTranslation(['sessions', 'booking', 'common'])
  const { span, isSeries, seriesTimes, isRefused, isKnowing, isSaving, isWrongTime, warnings, clashes } =
    booking
  const count = seriesTimes.length
  const first = seriesTimes[0] ?? span
  const usual = count > 1 ? t('booking:series.submit', { count }) : t('newCoach.submit')
  const label = isPast ? t('booking:past.submit') : isKnowing ? t('newCoach.anyway') : usual
  return (
    <div ref={foot} className={classes.foot}>
      <div role="status" className={formClasses.warnings}>
        {isSeries
          ? clashes.length > 0 && (
              <p className={formClasses.refused} data-hard>
                <IconBan size={20} aria-hidden="true" />
                <button type="button" className={classes.toDates} onClick={showSeriesDates}>
                  {t('booking:series.unsettled', { count: clashes.length })}
                </button>
              </p>
            )
          : !isWrongTime && <TimeWarnings warnings={warnings} />}
        {isPast && isWrongTime && (
          <p className={formClasses.refused} data-hard>
            {t('booking:past.notYet')}
          </p>
        )}
        {isRefused && (
          <p className={formClasses.refused}>
            <IconAlertTriangle size={20} aria-hidden="true" />
            {t('newCoach.outside')}
          </p>
        )}
      </div>
      <FormError text={formError} />
      <div className={classes.decide}>
        <div className={classes.chosen}>
          {count > 1 && <p className={classes.count}>{t('booking:series.first', { count })}</p>}
          {first && !isWrongTime && <BothTimes range={first} viewer={viewer} client={client} />}
        </div>
        <LoadingButton
          type="submit"
          ml="auto"
          loading={isSaving}
          loadingLabel={t('common:loading')}
          disabled={clashes.length > 0 || isWrongTime}
        >
          {label}
        </LoadingButton>
      </div>
    </div>
  )
}
