import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/** Asks before what was written is left behind, inside the product and when the tab closes. */
export function LeaveGuard({ active }: { active: boolean }) {
  const { t } = useTranslation(['sessions', 'common'])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload((event) => active && event.preventDefault())
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title={t('closing.leaveTitle')}
      subtitle={t('closing.leave')}
      icon={<IconAlertTriangle size={24} />}
      cancel={{ label: t('closing.stay') }}
      accept={{ label: t('closing.leaveAccept'), run: () => blocker.proceed?.(), danger: true }}
      onClose={() => blocker.reset?.()}
    />
  )
}
