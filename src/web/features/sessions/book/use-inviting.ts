import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientDto } from '#contract/clients.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useResendInvitation } from '#web/widgets/queries/client.queries.ts'

export type Inviting = ReturnType<typeof useInviting>

type Invited = Pick<ClientDto, 'id' | 'status' | 'allowedActions'>

/** The invitation that goes with a booking, if the coach wants it: of somebody who has none that is open. */
export function useInviting(client: Invited | undefined) {
  const { t } = useTranslation('sessions')
  const { mutateAsync } = useResendInvitation()
  // Chosen for one person: for the next it is chosen again.
  const [wantedFor, wantFor] = useState<string>()
  const again = client?.allowedActions.includes('resendInvitation') === true && client.status !== 'invited'
  const isOffered = again || client?.allowedActions.includes('invite') === true
  return {
    isOffered,
    again,
    isWanted: isOffered && wantedFor === client?.id,
    want: (wanted: boolean) => wantFor(wanted ? client?.id : undefined),
    /** After the booking, so that the invitation names it. The screen may be left by then. */
    send: (clientId: string) =>
      void mutateAsync(clientId).then(
        ({ email }) => setAlert(t('acceptance.bookedInvited', { email }), 'success'),
        (failure: unknown) => showFailure(failure),
      ),
  }
}
