import { IconUnlink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { UserId } from '#contract/values.ts'
import { call } from '#web/api/call.ts'
import { useSessionUser } from '#web/store/store.ts'
import { ProofDialog } from '#web/widgets/sign-in/ProofDialog.tsx'

type Props = { opened: boolean; userId: UserId; onClose: () => void; onDone: () => void }

/** Confirms that a way to sign in is removed from the account. */
export function UnlinkDialog({ opened, userId, onClose, onDone }: Props) {
  const { t } = useTranslation('auth')
  const person = useSessionUser()
  return (
    <ProofDialog
      person={person}
      opened={opened}
      onClose={onClose}
      title={t('google.link.confirm.title')}
      subtitle={t('google.link.confirm.subtitle')}
      icon={<IconUnlink />}
      accept={t('google.link.disconnect')}
      danger
      run={async (proof) => {
        await call('DELETE /v1/user/:userId/google', { params: { userId }, body: proof })
        onDone()
      }}
    />
  )
}
