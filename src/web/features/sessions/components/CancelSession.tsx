import { Button } from '@mantine/core'
import { IconCalendarX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions.ts'
import { setAlert } from '#web/app/store/alert.ts'
import { otherParty } from '#web/widgets/session-look.ts'
import type { Viewer } from '#web/widgets/viewer.ts'
import { useCancelSession } from '../sessions.queries.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

/** Cancels with a reason; absent when that is not possible now. */
export function CancelSession({ session, viewer }: { session: SessionListItem; viewer: Viewer }) {
  const { t } = useTranslation('sessions')
  const [asking, setAsking] = useState(false)
  const { mutateAsync } = useCancelSession()
  const name = otherParty(session, viewer)?.name ?? session.title
  if (!session.allowedActions.includes('cancel') && !asking) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarX size={18} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {t('view.cancel')}
      </Button>
      {asking && (
        <ReasonDialog
          title={t('cancel.title')}
          subtitle={t('cancel.subtitle', { name })}
          accept={t('cancel.accept')}
          keep={t('cancel.keep')}
          onAccept={async (reason) => {
            await mutateAsync({ sessionId: session.id, reason })
            setAlert(t('cancel.done', { name }), 'success')
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
