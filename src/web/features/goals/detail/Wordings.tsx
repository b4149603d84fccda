import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GoalDetail } from '#contract/goals/goals.ts'
import { fromIso } from '#time/clock.ts'
import { valueText } from '#web/widgets/goals/goal-texts.ts'
import { useShortDay } from '#web/widgets/use-now.ts'
import classes from './Wordings.module.css'

/** How a goal was worded before, folded: it is rarely asked for. */
export function Wordings({ goal }: { goal: GoalDetail }) {
  const { t } = useTranslation('goals')
  const shortDay = useShortDay()
  return (
    <details className={classes.wordings}>
      <summary>
        {t('detail.wordings')}
        <IconChevronDown size={18} aria-hidden="true" />
      </summary>
      <ul>
        {goal.wordings.map(({ title, why, target, targetDate, until }) => (
          <li key={until}>
            <span className={classes.when}>
              {t('detail.wordingUntil', { date: shortDay(fromIso(until)) })}
            </span>
            <p>{title}</p>
            <p className={classes.when}>
              {[
                target !== null && `${t('fields.target')}: ${valueText(goal, target, t)}`,
                targetDate && t('until', { date: shortDay(targetDate) }),
                why,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}
