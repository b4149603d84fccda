import {
  IconArchive,
  IconArticle,
  IconCircleCheck,
  IconEye,
  IconEyeOff,
  IconFileText,
  IconHeadphones,
  IconLink,
  IconMovie,
  IconPencil,
  IconSparkles,
  IconWorldUpload,
  type Icon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ResourceState, ResourceStatus, ResourceType } from '#contract/resources/resources.ts'
import { StatusBadge, type StatusLook } from '#web/ui/layout/StatusBadge.tsx'

/** The types in the order they are offered. */
export const TYPES = ['file', 'link', 'video', 'audio', 'text'] as const satisfies ResourceType[]

export const TYPE_ICONS: Record<ResourceType, Icon> = {
  file: IconFileText,
  link: IconLink,
  video: IconMovie,
  audio: IconHeadphones,
  text: IconArticle,
}

const STATUS_LOOK: Record<ResourceStatus, StatusLook> = {
  draft: { tone: 'neutral', icon: <IconPencil /> },
  published: { tone: 'positive', icon: <IconWorldUpload /> },
  archived: { tone: 'neutral', icon: <IconArchive /> },
}

const STATE_LOOK: Record<ResourceState, StatusLook> = {
  assigned: { tone: 'info', icon: <IconSparkles /> },
  viewed: { tone: 'warning', icon: <IconEye /> },
  completed: { tone: 'positive', icon: <IconCircleCheck /> },
}

/** A resource's status in the library; one that is published, as most are, has none. */
export function ResourceStatusBadge({ status }: { status: ResourceStatus }) {
  const { t } = useTranslation('resources')
  return <StatusBadge label={t(`statuses.${status}`)} {...STATUS_LOOK[status]} />
}

/** How far oneself is with a resource. */
export function StateBadge({ state }: { state: ResourceState }) {
  const { t } = useTranslation('resources')
  return <StatusBadge label={t(`states.${state}`)} {...STATE_LOOK[state]} />
}

const THEIR_STATE_LOOK: Record<ResourceState, StatusLook> = {
  assigned: { tone: 'neutral', icon: <IconEyeOff /> },
  viewed: { tone: 'info', icon: <IconEye /> },
  completed: STATE_LOOK.completed,
}

/** How far a client is, for their coach, who has nothing to review. */
export function TheirStateBadge({ state }: { state: ResourceState }) {
  const { t } = useTranslation('resources')
  return <StatusBadge label={t(`theirStates.${state}`)} {...THEIR_STATE_LOOK[state]} />
}
