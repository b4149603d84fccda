import {
  IconCircleCheck,
  IconClockPause,
  IconDoorExit,
  IconMail,
  IconMailX,
  IconUserMinus,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MemberStatus as Status } from '#contract/groups.ts'
import { StatusBadge, type StatusLook } from '#web/ui/layout/StatusBadge.tsx'

const LOOK: Record<Status, StatusLook> = {
  invited: { tone: 'info', icon: <IconMail /> },
  active: { tone: 'positive', icon: <IconCircleCheck /> },
  declined: { tone: 'neutral', icon: <IconMailX /> },
  expired: { tone: 'warning', icon: <IconClockPause /> },
  left: { tone: 'neutral', icon: <IconDoorExit /> },
  removed: { tone: 'neutral', icon: <IconUserMinus /> },
}

/** A member's status in a group (product §7). */
export function MemberStatus({ status }: { status: Status }) {
  const { t } = useTranslation('groups')
  return <StatusBadge label={t(`members.statuses.${status}`)} {...LOOK[status]} />
}
