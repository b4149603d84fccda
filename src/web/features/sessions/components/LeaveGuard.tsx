import { useTranslation } from 'react-i18next'
import { LeaveGuard as Guard } from '#web/widgets/LeaveGuard.tsx'

/** Asks before a closing that was begun is left behind. */
export function LeaveGuard({ active }: { active: boolean }) {
  const { t } = useTranslation('sessions')
  return (
    <Guard
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
