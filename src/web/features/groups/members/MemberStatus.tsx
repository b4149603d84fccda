import {
  IconCircleCheck,
  IconClockPause,
  IconDoorExit,
  IconMail,
  IconMailX,
  IconUserMinus,
  type Icon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { MemberStatus as Status } from '#contract/groups.ts'
import { StatusBadge, type Tone } from '#web/ui/layout/StatusBadge.tsx'

const LOOK: Record<Status, { tone: Tone; StateIcon: Icon }> = {
  invited: { tone: 'info', StateIcon: IconMail },
  active: { tone: 'positive', StateIcon: IconCircleCheck },
  declined: { tone: 'negative', StateIcon: IconMailX },
  expired: { tone: 'warning', StateIcon: IconClockPause },
  left: { tone: 'neutral', StateIcon: IconDoorExit },
  removed: { tone: 'neutral', StateIcon: IconUserMinus },
}

/** A member's status in a group (product §7). */
export function MemberStatus({ status }: { status: Status }) {
  const { t } = useTranslation('groups')
  const { tone, StateIcon } = LOOK[status]
  return <StatusBadge label={t(`members.statuses.${status}`)} tone={tone} icon={<StateIcon />} />
}
