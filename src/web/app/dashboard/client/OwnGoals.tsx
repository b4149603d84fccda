import { Anchor } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ClientDashboard } from '#contract/dashboard.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { GoalState } from '#web/widgets/goals/GoalState.tsx'
import { ProgressRing } from '#web/widgets/goals/ProgressRing.tsx'
import { percentText } from '#web/widgets/numbers.ts'
import classes from '../components/Rows.module.css'

type Props = Pick<ClientDashboard, 'goals' | 'activeGoals' | 'canAddAction'>

/** The client's active goals: how far each has come, and how it is doing, in words (product §19). */
export default function OwnGoals({ goals, activeGoals, canAddAction }: Props) {
  const { t } = useTranslation('dashboard')
  const { t: tGoals } = useTranslation('goals')
  return (
    <Card
      title={t('client.goals')}
      aside={
        <Anchor component={Link} to={paths.goals()} size="sm" className="lone-link">
          {t(goals.length === 0 && canAddAction ? 'client.firstGoal' : 'client.seeGoals')}
        </Anchor>
      }
    >
      {goals.length === 0 && <EmptyState slim icon={<IconTargetArrow />} text={tGoals('empty')} />}
      <ul className={classes.list}>
        {goals.map((goal) => (
          <li key={goal.id} className={classes.row}>
            <ProgressRing
              progress={goal.progress}
              label={tGoals('progress', { percent: percentText(goal.progress) })}
              size={48}
            />
            <div className={classes.text}>
              <Anchor
                component={Link}
                inherit
                to={paths.goals({ open: goal.id })}
                className={`lone-link ${classes.name}`}
              >
                {goal.title}
              </Anchor>
              {goal.group && <span className={classes.detail}>{goal.group.name}</span>}
              <GoalState goal={goal} />
            </div>
          </li>
        ))}
      </ul>
      {activeGoals > goals.length && (
        <p className={classes.more}>{t('coach.more', { count: activeGoals - goals.length })}</p>
      )}
    </Card>
  )
}
