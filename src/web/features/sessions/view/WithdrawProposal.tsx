import { Button } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { setAlert } from '#web/store/alert.ts'
import { useRejectSession } from '../moves.queries.ts'
import { ReasonDialog } from '#web/features/sessions/components/ReasonDialog.tsx'

/**
 * Withdraws the times a coach has proposed, which declines the request (product §9); absent when not allowed. A request
 * without an answer is declined where it is answered.
 */
export function WithdrawProposal({ session }: { session: SessionListItem }) {
  const { t } = useTranslation(['moves', 'common'])
  const [asking, setAsking] = useState(false)
  const { mutateAsync } = useRejectSession()
  const { id: sessionId, status, allowedActions, client } = session
  const name = client?.name ?? ''
  const canWithdraw = status === 'proposed' && allowedActions.includes('reject')
  if (!canWithdraw && !asking) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarX size={18} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {t('withdraw.open')}
      </Button>
      {asking && (
        <ReasonDialog
          title={t('withdraw.title')}
          subtitle={t('withdraw.subtitle', { name })}
          accept={t('withdraw.accept')}
          keep={t('common:back')}
          onAccept={async (reason) => {
            await mutateAsync({ sessionId, reason })
            setAlert(t('withdraw.done', { name }), 'success')
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
