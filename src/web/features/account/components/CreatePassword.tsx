import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { useSessionUser } from '#web/store/store.ts'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import classes from './Account.module.css'

/** For an account that signs in only through a provider: recovery sets its first password (product §3). */
export function CreatePassword() {
  const { t } = useTranslation(['account', 'common'])
  const { email } = useSessionUser()
  const ask = useMutation({
    mutationFn: () => call('POST /v1/auth/recovery', { body: { email } }),
    onError: (failure) => showFailure(failure),
  })
  return (
    <div className={classes.form}>
      <p className={classes.hint} role="status">
        {t(ask.isSuccess ? 'password.sent' : 'password.none', { email })}
      </p>
      {!ask.isSuccess && (
        <div className={classes.buttons}>
          <LoadingButton
            variant="light"
            loading={ask.isPending}
            loadingLabel={t('common:loading')}
            onClick={() => ask.mutate()}
          >
            {t('password.create')}
          </LoadingButton>
        </div>
      )}
    </div>
  )
}
