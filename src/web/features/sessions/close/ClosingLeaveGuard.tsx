import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'

/** Asks before a closing that was begun is left behind. */
export function ClosingLeaveGuard({ active }: { active: boolean }) {
  const { t } = useTranslation('sessions')
  return (
    <LeaveGuard
      active={active}
      words={{
        title: t('closing.leaveTitle'),
        text: t('closing.leave'),
        stay: t('closing.stay'),
        accept: t('closing.leaveAccept'),
      }}
    />
  )
}
