import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useResendInvitation } from '#web/widgets/queries/client.queries.ts'

/** Sends a client's invitation, the first or a new one; undefined when that is not possible now. */
export function useInvite(
  client: ClientDto,
): { label: string; run: () => void; running: boolean } | undefined {
  const { t } = useTranslation('clients')
  const { mutateAsync, isPending } = useResendInvitation()
  const again = client.allowedActions.includes('resendInvitation')
  if (!again && !client.allowedActions.includes('invite')) return undefined
  return {
    label: t(again ? 'resend' : 'invite'),
    running: isPending,
    // A promise, not the mutation's callbacks: those are not called after the row or the screen is unmounted.
    run: () =>
      void mutateAsync(client.id).then(
        ({ email }) => setAlert(t('invited', { email }), 'success'),
        (failure: unknown) => showFailure(failure),
      ),
  }
}
