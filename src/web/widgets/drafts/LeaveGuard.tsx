import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'

type Props = {
  /** Whether something written would be lost. */
  active: boolean
  /** Words of its own; without them those for unsaved changes. */
  words?: { title: string; text: string; stay: string; accept: string }
}

/** Asks before what was written is left behind, inside the product and when the tab closes. */
export function LeaveGuard({ active, words }: Props) {
  const { t } = useTranslation('common')
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => active && currentLocation.pathname !== nextLocation.pathname,
  )
  useBeforeUnload((event) => active && event.preventDefault())
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      title={words?.title ?? t('leave.title')}
      subtitle={words?.text ?? t('leave.text')}
      icon={<IconAlertTriangle size={24} />}
      // Staying takes the step back that was begun.
      cancel={{ label: words?.stay ?? t('leave.stay'), run: () => blocker.reset?.() }}
      accept={{ label: words?.accept ?? t('leave.accept'), run: () => blocker.proceed?.(), danger: true }}
    />
  )
}
