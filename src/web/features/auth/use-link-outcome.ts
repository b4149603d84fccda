import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { fetchProfile } from '#web/api/auth-session.ts'
import { logFailure } from '#web/api/log.ts'
import { setAlert } from '#web/store/alert.ts'
import { readArrival } from '#web/widgets/sign-in/google-arrival.ts'

/** Reports once how linking Google ended, when the browser returns from Google. */
export function useLinkOutcome(): void {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const { t } = useTranslation('auth')
  useEffect(() => {
    const outcome = readArrival(hash)?.outcome
    // A ticket belongs to a sign-in, not to linking.
    if (!outcome || outcome.kind === 'ticket') return
    void navigate(pathname, { replace: true })
    if (outcome.kind === 'error') {
      const { error } = outcome
      return setAlert(t(`google.errors.${error}`, { email: '' }), error === 'cancelled' ? 'info' : 'error')
    }
    setAlert(t('google.link.done'), 'success')
    void fetchProfile().catch((failure: unknown) => logFailure('profile', failure))
  }, [hash, pathname, navigate, t])
}
