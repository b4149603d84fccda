import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { FormError } from '#web/ui/feedback/FormError.tsx'
import { LoadingButton } from '#web/ui/feedback/LoadingButton.tsx'
import { useSend } from '#web/widgets/use-send.ts'
import { followRefusal } from '../answer.ts'
import { useRenew } from '../invitation.queries.ts'
import { ClosedInvitation } from './ClosedInvitation.tsx'
import classes from './ClosedInvitation.module.css'

/** "Esta invitación venció", and a button for a new one, mailed to the invited address (product §4). */
export function ExpiredInvitation({ clientId, token }: { clientId: string; token: string }) {
  const { t } = useTranslation(['invitation', 'common'])
  const renew = useRenew(clientId, token)
  const send = useSend(renew)
  const [error, setError] = useState<string>()
  if (renew.isSuccess) return <ClosedInvitation why="renewed" />
  const run = () => {
    setError(undefined)
    send(undefined, {
      onErrorHere: (failure) => {
        showFailure(failure, { dialog: setError })
        followRefusal(failure)
      },
    })
  }
  return (
    <ClosedInvitation why="expired">
      <FormError text={error} />
      <LoadingButton loading={renew.isPending} loadingLabel={t('common:loading')} onClick={run}>
        {t('renew.button')}
      </LoadingButton>
      <p className={classes.small}>{t('renew.limits')}</p>
    </ClosedInvitation>
  )
}
