import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ActionDto } from '#contract/actions/actions.ts'
import type { GoalDto } from '#contract/goals/goals.ts'
import { paths } from '#web/paths.ts'
import { useViewer } from '#web/store/viewer.ts'
import { goalQuery } from '#web/widgets/queries/goal.queries.ts'

/** The goal that an action leads to. Nothing for somebody who has left its group: they read it no more. */
export function GoalOfAction({ goalId }: { goalId: NonNullable<ActionDto['goalId']> }) {
  const { t } = useTranslation('actions')
  const { side } = useViewer()
  const { data: goal } = useQuery(goalQuery(goalId))
  if (!goal) return null
  return (
    <Anchor
      component={Link}
      to={side === 'client' ? paths.goals({ open: goalId }) : placeOf(goal)}
      size="sm"
      className="lone-link"
    >
      {t('ofGoal', { title: goal.title })}
    </Anchor>
  )
}

/** Where a coach opens it: among the goals of its person or group. */
function placeOf({ id: open, clientId, group }: GoalDto): string {
  if (group) return paths.goalsOf({ type: 'Group', itemId: group.id, open })
  return clientId === null ? paths.goals({ open }) : paths.goalsOf({ type: 'Client', itemId: clientId, open })
}
