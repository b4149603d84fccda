import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CheckInDto } from '#contract/goals/check-ins.ts'
import type { GoalDetail } from '#contract/goals/goals.ts'
import { useSessionUser } from '#web/store/store.ts'
import { useViewer } from '#web/store/viewer.ts'
import { notedText, tickText } from '#web/widgets/goals/goal-texts.ts'
import { useShortDay } from '#web/widgets/use-now.ts'
import classes from './CheckIns.module.css'
import { Part } from './Part.tsx'
import { useTakingBack } from './use-taking-back.ts'

/** Entries shown before the rest is asked for. */
const FEW = 5

/** What was noted, newest first: when, how much, by whom. */
export function CheckIns({ goal }: { goal: GoalDetail }) {
  const { t } = useTranslation('goals')
  const [all, setAll] = useState(false)
  const shown = all ? goal.checkIns : goal.checkIns.slice(0, FEW)
  const rest = goal.checkIns.length - shown.length
  if (goal.checkIns.length === 0 && goal.measure === 'milestones') return null
  return (
    <Part title={t('detail.checkIns')}>
      {shown.length === 0 && <p data-nothing>{t('detail.noCheckIns')}</p>}
      <ul className={classes.list}>
        {shown.map((noted) => (
          <CheckIn key={noted.id} goal={goal} noted={noted} />
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="subtle" size="sm" className={classes.more} onClick={() => setAll(true)}>
          {t('detail.allCheckIns', { count: rest })}
        </Button>
      )}
    </Part>
  )
}

function CheckIn({ goal, noted }: { goal: GoalDetail; noted: CheckInDto }) {
  const { t } = useTranslation('goals')
  const { side } = useViewer()
  const shortDay = useShortDay()
  const takeBack = useTakingBack(goal.id)
  const { id, date, value, milestones, comment, by, name, canTakeBack } = noted
  // In one's own goal the other entries are the coach's; in a group's a name may be one's own too.
  const own = by === side && (side === 'coach' || goal.group === null)
  const { coach } = useSessionUser()
  const who = own ? t('detail.bySelf') : (name ?? coach?.name ?? t('detail.byCoach'))
  const day = shortDay(date)
  return (
    <li className={classes.entry}>
      <span className={classes.when}>{day}</span>
      {value !== null && <strong className={classes.value}>{notedText(goal, value, t)}</strong>}
      <span className={classes.who}>{who}</span>
      {canTakeBack && (
        <ActionIcon
          variant="subtle"
          color="negative"
          className={classes.takeBack}
          aria-label={t('detail.takeBack', { date: day })}
          onClick={() => takeBack(id)}
        >
          <IconTrash size={16} aria-hidden="true" />
        </ActionIcon>
      )}
      {milestones.map((milestone) => (
        <p key={milestone.id} className={classes.comment}>
          {tickText(milestone, t)}
        </p>
      ))}
      {comment !== null && <p className={classes.comment}>{comment}</p>}
    </li>
  )
}
