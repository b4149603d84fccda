import { IconUnlink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserId } from '#contract/values.ts'
import { call } from '#web/api/call.ts'
import { showFailure } from '#web/api/errors.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

type Props = { opened: boolean; userId: UserId; onClose: () => void; onDone: () => void }

/** Asks before a way into the account goes. */
export function UnlinkDialog({ opened, userId, onClose, onDone }: Props) {
  const { t } = useTranslation(['auth', 'common'])
  const [error, setError] = useState<string>()
  const [unlinking, setUnlinking] = useState(false)
  const unlink = async () => {
    setError(undefined)
    setUnlinking(true)
    try {
      await call('DELETE /v1/user/:userId/google', { params: { userId } })
      onDone()
    } catch (failure) {
      showFailure(failure, { dialog: setError })
    } finally {
      setUnlinking(false)
    }
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('google.link.confirm.title')}
      subtitle={t('google.link.confirm.subtitle')}
      icon={<IconUnlink />}
      cancel={{ label: t('common:cancel') }}
      accept={{
        label: t('google.link.disconnect'),
        run: () => void unlink(),
        loading: unlinking,
        loadingLabel: t('common:loading'),
        danger: true,
      }}
      error={error}
    />
  )
}
