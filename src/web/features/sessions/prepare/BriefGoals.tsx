import { useTranslation } from 'react-i18next'
import type { SessionBrief } from '#contract/sessions/session-records.ts'
import { GoalState } from '#web/widgets/goals/GoalState.tsx'
import { GoalTrend } from '#web/widgets/goals/GoalTrend.tsx'
import { ProgressRing } from '#web/widgets/goals/ProgressRing.tsx'
import { standingText } from '#web/widgets/goals/goal-texts.ts'
import { percentText } from '#web/widgets/numbers.ts'
import classes from './BriefGoals.module.css'
import brief from './Brief.module.css'

/** Open goals with their trend; for a group's session those of the group. */
export function BriefGoals({ goals }: { goals: SessionBrief['goals'] }) {
  const { t } = useTranslation('goals')
  if (goals.length === 0) return <p className={brief.none}>{t('brief.none')}</p>
  return (
    <ul className={classes.goals}>
      {goals.map((goal) => {
        const [first, last] = [goal.points[0], goal.points.at(-1)]
        return (
          <li key={goal.id}>
            <ProgressRing
              progress={goal.progress}
              label={t('progress', { percent: percentText(goal.progress) })}
              size={48}
              isQuiet={goal.status !== 'active'}
            />
            <span className={classes.main}>
              <span className={classes.title}>{goal.title}</span>
              <span className={brief.state}>{standingText(goal, t)}</span>
              <GoalState goal={goal} />
            </span>
            {first && last && first !== last && (
              <span className={classes.trend}>
                <GoalTrend points={goal.points} />
                <span className={brief.state}>
                  {t('brief.trend', { from: percentText(first.progress), to: percentText(last.progress) })}
                </span>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
