import { Group, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBack,
  IconArrowUpRight,
  IconCircleHalf2,
  IconCircleMinus,
  IconPlayerPause,
  IconTrophy,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GoalDto, GoalHealth, GoalStatus } from '#contract/goals/goals.ts'
import { StatusBadge, type StatusLook } from '#web/ui/layout/StatusBadge.tsx'
import { reasonText } from './goal-texts.ts'

const HEALTH: Record<GoalHealth['level'], StatusLook> = {
  onTrack: { tone: 'positive', icon: <IconArrowUpRight /> },
  attention: { tone: 'warning', icon: <IconAlertTriangle /> },
  rethink: { tone: 'negative', icon: <IconArrowBack /> },
}

const STATUSES: Record<Exclude<GoalStatus, 'active'>, StatusLook> = {
  paused: { tone: 'neutral', icon: <IconPlayerPause /> },
  achieved: { tone: 'positive', icon: <IconTrophy /> },
  partial: { tone: 'info', icon: <IconCircleHalf2 /> },
  dropped: { tone: 'neutral', icon: <IconCircleMinus /> },
}

/** How a goal is doing with its reason while it is active, else its status (product §11). */
export function GoalState({ goal: { status, health } }: { goal: Pick<GoalDto, 'status' | 'health'> }) {
  const { t } = useTranslation('goals')
  if (status !== 'active') return <StatusBadge {...STATUSES[status]} label={t(`statuses.${status}`)} />
  if (health === null) return null
  return (
    <Group component="span" display="inline-flex" gap="4px 10px" miw={0}>
      <StatusBadge {...HEALTH[health.level]} label={t(`health.${health.level}`)} />
      <Text span c="dimmed" fz={13}>
        {reasonText(health, t)}
      </Text>
    </Group>
  )
}
