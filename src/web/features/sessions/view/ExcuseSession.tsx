import { Button } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { setAlert } from '#web/store/alert.ts'
import { useExcuse } from '../moves.queries.ts'
import { ReasonDialog } from '#web/features/sessions/components/ReasonDialog.tsx'

/** Excuses a group member from a session; absent when not allowed. */
export function ExcuseSession({ session }: { session: SessionListItem }) {
  const { t } = useTranslation('moves')
  const [asking, setAsking] = useState(false)
  const { mutateAsync } = useExcuse()
  const { name } = session.coach
  if (!session.allowedActions.includes('excuse') && !asking) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserOff size={18} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {t('excuse.open')}
      </Button>
      {asking && (
        <ReasonDialog
          title={t('excuse.title')}
          subtitle={t('excuse.subtitle', { name })}
          accept={t('excuse.accept')}
          keep={t('excuse.keep')}
          onAccept={async (reason) => {
            await mutateAsync({ sessionId: session.id, reason })
            setAlert(t('excuse.done', { name }), 'success')
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
