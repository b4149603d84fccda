import { IconMailX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '#web/api/errors.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { setPhase, useInvitationMemory } from '#web/widgets/sign-in/invitation-memory.ts'
import { useDecline } from '../invitation.queries.ts'
import { type Answer, asksForCode, followRefusal } from '../answer.ts'

type Props = Pick<Answer, 'onCode'> & {
  opened: boolean
  clientId: string
  token: string
  coachName: string
  onClose: () => void
}

/** Declining is final for this link, so it is confirmed. */
export function DeclineDialog({ opened, clientId, token, coachName, onClose, onCode }: Props) {
  const { t } = useTranslation(['invitation', 'common'])
  const [error, setError] = useState<string>()
  const decline = useDecline(clientId, token)
  const awaitsCode = useInvitationMemory(({ codeSent }) => codeSent)
  const send = async (code?: string) => {
    await decline.mutateAsync(code)
    setPhase('refused')
  }
  const run = async () => {
    setError(undefined)
    if (awaitsCode) {
      onClose()
      return onCode(send)
    }
    try {
      await send()
    } catch (failure) {
      if (asksForCode(failure)) {
        onClose()
        return onCode(send)
      }
      showFailure(failure, { dialog: setError })
      followRefusal(failure)
    }
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('decline.title')}
      subtitle={t('decline.subtitle', { coach: coachName })}
      icon={<IconMailX />}
      cancel={{ label: t('common:back') }}
      accept={{
        label: t('decline.confirm'),
        run: () => void run(),
        loading: decline.isPending,
        loadingLabel: t('common:loading'),
        danger: true,
      }}
      error={error}
    />
  )
}
