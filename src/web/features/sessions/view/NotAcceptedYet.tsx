import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { BeforeAcceptance } from '#web/features/sessions/components/BeforeAcceptance.tsx'
import { clientQuery, useResendInvitation } from '#web/widgets/queries/client.queries.ts'

/** For the coach of a session: its client has not accepted yet, and can be invited here. */
export function NotAcceptedYet({ clientId }: { clientId: string }) {
  const { t } = useTranslation('sessions')
  const { data: client } = useQuery(clientQuery(clientId))
  const { mutateAsync, isPending } = useResendInvitation()
  if (!client) return <Skeleton height={96} radius={12} mb={20} />
  const again = client.allowedActions.includes('resendInvitation')
  const invite = () =>
    mutateAsync(clientId).then(
      ({ email }) => setAlert(t('acceptance.sent', { email }), 'success'),
      (failure: unknown) => showFailure(failure),
    )
  return (
    <BeforeAcceptance client={client} mb={20}>
      {(again || client.allowedActions.includes('invite')) && (
        <Button size="xs" variant="default" loading={isPending} onClick={() => void invite()}>
          {t(again ? 'acceptance.resend' : 'acceptance.invite')}
        </Button>
      )}
    </BeforeAcceptance>
  )
}
