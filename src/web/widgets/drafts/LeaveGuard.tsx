import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useBeforeUnload, useBlocker } from 'react-router'
import { ConfirmDialog } from '#web/ui/feedback/ConfirmDialog.tsx'

type Props = {
  /** Whether leaving would lose input. */
  active: boolean
  /** What is left is not wanted: a draft of it may go. */
  onLeave?: () => void
  /** A different text; the default is about unsaved changes. */
  words?: { title: string; text: string; stay: string; accept: string }
}

/** Asks before unsaved input is left, inside the product and when the tab closes. */
export function LeaveGuard({ active, onLeave, words }: Props) {
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
      // Staying cancels the navigation.
      cancel={{ label: words?.stay ?? t('leave.stay'), run: () => blocker.reset?.() }}
      accept={{
        label: words?.accept ?? t('leave.accept'),
        run: () => {
          onLeave?.()
          blocker.proceed?.()
        },
        danger: true,
      }}
    />
  )
}
