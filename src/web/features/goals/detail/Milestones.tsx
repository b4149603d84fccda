import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { GoalDetail, MilestoneDto } from '#contract/goals/goals.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { useCheckIn } from '#web/widgets/queries/goal.queries.ts'
import { useShortDay } from '#web/widgets/use-now.ts'
import classes from './Milestones.module.css'
import { useTakingBack } from './use-taking-back.ts'

/** The milestones of a goal along a line, each with its tick. */
export function Milestones({ goal }: { goal: GoalDetail }) {
  const { t } = useTranslation(['goals', 'common'])
  const shortDay = useShortDay()
  const note = useCheckIn(goal.id)
  const takeBack = useTakingBack(goal.id)
  const canTick = goal.allowedActions.includes('checkIn')
  const tick = (id: MilestoneDto['id'], done: boolean) =>
    void note.mutateAsync({ milestones: [{ id, done }] }).then(
      ({ checkInId }) =>
        setAlert(t(done ? 'done.milestone' : 'done.milestoneBack'), 'success', {
          label: t('common:undo'),
          run: () => takeBack(checkInId),
        }),
      showFailure,
    )
  return (
    <ol className={classes.line}>
      {goal.milestones.map((milestone) => (
        <li
          key={milestone.id}
          className={classes.milestone}
          data-done={milestone.doneOn !== null || undefined}
        >
          <Checkbox
            radius="xl"
            size="md"
            label={milestone.text}
            description={dateText(milestone)}
            checked={milestone.doneOn !== null}
            disabled={!canTick || note.isPending}
            onChange={(event) => tick(milestone.id, event.currentTarget.checked)}
          />
        </li>
      ))}
    </ol>
  )

  function dateText({ date, doneOn }: MilestoneDto): string | undefined {
    if (doneOn !== null) return t('detail.milestoneDone', { date: shortDay(doneOn) })
    return date === null ? undefined : t('detail.milestoneDue', { date: shortDay(date) })
  }
}
