import { IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { signOut } from '#web/api/auth-session.ts'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/** The question before signing out, in the words of spec §2. */
export function LogoutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('logout.title')}
      subtitle={t('logout.subtitle')}
      icon={<IconLogout />}
      cancel={{ label: t('logout.cancel') }}
      accept={{ label: t('logout.accept'), run: () => void leave() }}
    />
  )
}

/** Back to / (spec §2): whoever signs in next starts there, not where this person was. */
async function leave(): Promise<void> {
  history.replaceState(null, '', paths.home())
  await signOut()
}
