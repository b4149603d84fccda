import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '#web/widgets/drafts/LeaveGuard.tsx'

/** Asks before an unfinished closing is left. */
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
