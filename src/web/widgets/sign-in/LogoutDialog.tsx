import { IconAlertTriangle, IconLogout } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signOut } from '#web/api/auth-session.ts'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { type UnsentKind, isSent, sendUnsent, unsentKinds } from '#web/widgets/drafts/unsent.ts'
import { flushDrafts } from '#web/widgets/drafts/use-draft.ts'

/**
 * The question before signing out, in the words of spec §2. Unsent drafts that can be sent are sent first; what would
 * be lost is named before the sign-out (product §1 D16).
 */
export function LogoutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const [sending, setSending] = useState(false)
  const [failed, setFailed] = useState(false)
  const [kinds, setKinds] = useState<UnsentKind[]>([])
  useEffect(() => {
    if (!opened) return
    let current = true
    // The last words typed are stored after a short delay: without the flush nothing would seem unsent.
    void flushDrafts().then(() => current && setKinds(unsentKinds()))
    return () => {
      current = false
    }
  }, [opened])
  const hints = kinds.map((kind) =>
    t(failed && isSent(kind) ? `logout.unsent.failed.${kind}` : `logout.unsent.${kind}`),
  )
  // What can be sent is lost only if that failed.
  const losesWork = kinds.some((kind) => failed || !isSent(kind))
  const close = () => {
    setFailed(false)
    setKinds([])
    onClose()
  }
  const leave = async () => {
    await flushDrafts()
    // The second click signs out anyway: the dialog has named what will be lost.
    if (!failed && unsentKinds().some(isSent)) {
      setSending(true)
      const arrived = await sendUnsent()
      setSending(false)
      if (!arrived) return setFailed(true)
    }
    // Back to / (spec §2): the next sign-in starts there, not on this person's screen.
    history.replaceState(null, '', paths.home())
    await signOut()
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t('logout.title')}
      subtitle={
        hints.length > 0 ? (
          <TwoLines title={t('logout.subtitle')} hint={hints.join(' ')} />
        ) : (
          t('logout.subtitle')
        )
      }
      icon={losesWork ? <IconAlertTriangle /> : <IconLogout />}
      cancel={{ label: t('logout.cancel') }}
      accept={{
        label: t('logout.accept'),
        run: () => void leave(),
        danger: losesWork,
        loading: sending,
        loadingLabel: t('common:loading'),
      }}
    />
  )
}
