import { IconCalendarDue, IconFlag2, IconListCheck, IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GoalDto } from '#contract/goals/goals.ts'
import { GoalState } from '#web/widgets/goals/GoalState.tsx'
import { ProgressRing } from '#web/widgets/goals/ProgressRing.tsx'
import { standingText } from '#web/widgets/goals/goal-texts.ts'
import { percentText } from '#web/widgets/numbers.ts'
import { useShortDay } from '#web/widgets/use-now.ts'
import classes from './GoalCard.module.css'

type Props = {
  goal: GoalDto
  /** Names the group, in a list where goals of people and groups are mixed. */
  namesGroup: boolean
  onOpen: () => void
}

/** One goal of a list: how far it has come, how it is doing, and what is next. The whole card opens it. */
export function GoalCard({ goal, namesGroup, onOpen }: Props) {
  const { t } = useTranslation('goals')
  const shortDay = useShortDay()
  const { title, area, group, progress, targetDate, nextMilestone, openActions, status } = goal
  const standing = standingText(goal, t)
  const isOpen = status === 'active' || status === 'paused'
  return (
    <article className={classes.card} data-quiet={!isOpen || undefined}>
      <ProgressRing
        progress={progress}
        label={t('progress', { percent: percentText(progress) })}
        isQuiet={status !== 'active'}
      />
      <div className={classes.main}>
        <h2 className={classes.title}>
          <button type="button" className={classes.open} aria-haspopup="dialog" onClick={onOpen}>
            {title}
          </button>
        </h2>
        {(standing || area) && (
          <p className={classes.standing}>
            {standing && <span>{standing}</span>}
            {area && <span>{area}</span>}
          </p>
        )}
        <GoalState goal={goal} />
        {isOpen && (
          <ul className={classes.facts}>
            {namesGroup && group && (
              <li>
                <IconUsersGroup size={15} aria-hidden="true" />
                {group.name}
              </li>
            )}
            {nextMilestone && (
              <li className={classes.next}>
                <IconFlag2 size={15} aria-hidden="true" />
                <span>{t('nextMilestone', { text: nextMilestone.text })}</span>
              </li>
            )}
            {targetDate && (
              <li>
                <IconCalendarDue size={15} aria-hidden="true" />
                {t('until', { date: shortDay(targetDate) })}
              </li>
            )}
            {openActions > 0 && (
              <li>
                <IconListCheck size={15} aria-hidden="true" />
                {t('openActions', { count: openActions })}
              </li>
            )}
          </ul>
        )}
      </div>
    </article>
  )
}
