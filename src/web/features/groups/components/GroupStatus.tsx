import {
  IconArchive,
  IconCircleCheck,
  IconDoorEnter,
  IconPencil,
  IconPlayerPlay,
  type Icon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GroupStatus as Status } from '#contract/groups.ts'
import { StatusBadge, type Tone } from '#web/ui/layout/StatusBadge.tsx'

const LOOK: Record<Status, { tone: Tone; StateIcon: Icon }> = {
  draft: { tone: 'neutral', StateIcon: IconPencil },
  open: { tone: 'info', StateIcon: IconDoorEnter },
  running: { tone: 'positive', StateIcon: IconPlayerPlay },
  finished: { tone: 'neutral', StateIcon: IconCircleCheck },
  archived: { tone: 'neutral', StateIcon: IconArchive },
}

/** A group's status (product §7). */
export function GroupStatus({ status }: { status: Status }) {
  const { t } = useTranslation('groups')
  const { tone, StateIcon } = LOOK[status]
  return <StatusBadge label={t(`statuses.${status}`)} tone={tone} icon={<StateIcon />} />
}
