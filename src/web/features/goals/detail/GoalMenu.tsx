import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCircleHalf2,
  IconCircleMinus,
  IconDots,
  IconNotes,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { GoalDto } from '#contract/goals/goals.ts'
import type { CoacheeType } from '#contract/values.ts'
import { showFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { setAlert } from '#web/store/alert.ts'
import { useViewer } from '#web/store/viewer.ts'
import { useDeleteGoal, useRestoreGoal, useSetGoalStatus } from '#web/widgets/queries/goal.queries.ts'
import type { GoalMode } from './goal-mode.ts'

type Props = { goal: GoalDto; onAsk: (mode: GoalMode) => void; onGone: () => void }

/** The rarer things that the server allows with a goal. */
export function GoalMenu({ goal, onAsk, onGone }: Props) {
  const { t } = useTranslation(['goals', 'common'])
  const move = useSetGoalStatus(goal.id)
  const remove = useDeleteGoal()
  const restore = useRestoreGoal()
  const can = (action: GoalDto['allowedActions'][number]) => goal.allowedActions.includes(action)
  const become = (status: 'active' | 'paused') =>
    void move.mutateAsync({ status }).then(() => setAlert(t(`done.${status}`), 'success'), showFailure)
  // Promises: the goal is gone from the screen, and callbacks of what is unmounted are not called.
  const undo = () =>
    void restore.mutateAsync(goal.id).then(() => setAlert(t('done.restored'), 'success'), showFailure)
  const drop = () => {
    onGone()
    void remove
      .mutateAsync(goal.id)
      .then(() => setAlert(t('done.deleted'), 'success', { label: t('common:undo'), run: undo }), showFailure)
  }
  const of = useViewer().side === 'coach' ? ownerOf(goal) : null
  if (!can('edit') && !can('delete') && of === null) return null
  return (
    // Inside the dialog, so that it keeps the focus.
    <Menu position="bottom-end" width="max-content" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="default" size="input-sm" aria-label={t('detail.menu')}>
          <IconDots size={20} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {of !== null && (
          <Menu.Item
            component={Link}
            to={paths.notesOf({ ...of, open: 'new', goal: goal.id })}
            leftSection={<IconNotes size={18} aria-hidden="true" />}
          >
            {t('do.note')}
          </Menu.Item>
        )}
        {can('edit') && (
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden="true" />} onClick={() => onAsk('edit')}>
            {t('do.edit')}
          </Menu.Item>
        )}
        {can('pause') && (
          <Menu.Item
            leftSection={<IconPlayerPause size={18} aria-hidden="true" />}
            onClick={() => become('paused')}
          >
            {t('do.pause')}
          </Menu.Item>
        )}
        {can('resume') && (
          <Menu.Item
            leftSection={<IconPlayerPlay size={18} aria-hidden="true" />}
            onClick={() => become('active')}
          >
            {t('do.resume')}
          </Menu.Item>
        )}
        {can('achievePart') && (
          <Menu.Item
            leftSection={<IconCircleHalf2 size={18} aria-hidden="true" />}
            onClick={() => onAsk('partial')}
          >
            {t('do.achievePart')}
          </Menu.Item>
        )}
        {can('drop') && (
          <Menu.Item
            leftSection={<IconCircleMinus size={18} aria-hidden="true" />}
            onClick={() => onAsk('dropped')}
          >
            {t('do.drop')}
          </Menu.Item>
        )}
        {can('delete') && (
          <Menu.Item c="negative" leftSection={<IconTrash size={18} aria-hidden="true" />} onClick={drop}>
            {t('do.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Whose goal it is, as the notes about them are found. */
function ownerOf({ clientId, group }: GoalDto): { type: CoacheeType; itemId: string } | null {
  if (clientId !== null) return { type: 'Client', itemId: clientId }
  return group && { type: 'Group', itemId: group.id }
}
