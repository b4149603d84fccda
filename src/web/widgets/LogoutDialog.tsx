import { IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { signOut } from '#web/api/auth-session.ts'
import { drafts } from '#web/api/secure-drafts.ts'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { TwoLines } from '#web/ui/TwoLines.tsx'

/** The question before signing out, in the words of spec §2. It says when something unsent would be lost (product §1 D16). */
export function LogoutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('logout.title')}
      subtitle={
        drafts.has() ? (
          <TwoLines title={t('logout.subtitle')} hint={t('logout.draft')} />
        ) : (
          t('logout.subtitle')
        )
      }
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
