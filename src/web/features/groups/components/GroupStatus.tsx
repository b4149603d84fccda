import { IconArchive, IconCircleCheck, IconDoorEnter, IconPencil, IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GroupStatus as Status } from '#contract/groups.ts'
import { StatusBadge, type StatusLook } from '#web/ui/layout/StatusBadge.tsx'

const LOOK: Record<Status, StatusLook> = {
  draft: { tone: 'neutral', icon: <IconPencil /> },
  open: { tone: 'info', icon: <IconDoorEnter /> },
  running: { tone: 'positive', icon: <IconPlayerPlay /> },
  finished: { tone: 'neutral', icon: <IconCircleCheck /> },
  archived: { tone: 'neutral', icon: <IconArchive /> },
}

/** A group's status (product §7). */
export function GroupStatus({ status }: { status: Status }) {
  const { t } = useTranslation('groups')
  return <StatusBadge label={t(`statuses.${status}`)} {...LOOK[status]} />
}
