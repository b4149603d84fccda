import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionGoal } from '#contract/goals/check-ins.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { paths } from '#web/paths.ts'
import { type Viewer, useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ProgressRing } from '#web/widgets/goals/ProgressRing.tsx'
import { tickText, valueText } from '#web/widgets/goals/goal-texts.ts'
import { percentText } from '#web/widgets/numbers.ts'
import classes from './RecordGoals.module.css'

/** The goals of a closed session as they were then: how far, what was noted of them, in whose words (product §9). */
export default function RecordGoals({ session }: { session: SessionDto }) {
  const { t } = useTranslation('goals')
  const viewer = useViewer()
  return (
    <Card title={t('record.title')} aside={<span className={classes.hint}>{t('record.then')}</span>}>
      <ul className={classes.goals}>
        {session.goals.map((goal) => (
          <li key={goal.id}>
            <ProgressRing
              progress={goal.progress}
              label={t('progress', { percent: percentText(goal.progress) })}
              size={48}
            />
            <div className={classes.main}>
              <Link to={placeOf(goal, session, viewer)} className={classes.title}>
                {goal.title}
              </Link>
              <Standing goal={goal} />
              <Noted goal={goal} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** How far it came, and its value where that says more. */
function Standing({ goal }: { goal: SessionGoal }) {
  const { t } = useTranslation('goals')
  const { before, progress, value, measure, checkIns } = goal
  const facts = [
    before !== null &&
      before !== progress &&
      t('record.moved', { from: percentText(before), to: percentText(progress) }),
    value !== null && measure !== 'percent' && valueText(goal, value, t),
    checkIns.length === 0 && t('record.linked'),
  ].filter(Boolean)
  return facts.length > 0 && <span className={classes.hint}>{facts.join(' · ')}</span>
}

function Noted({ goal: { checkIns } }: { goal: SessionGoal }) {
  const { t } = useTranslation('goals')
  return checkIns.map(({ id, milestones, comment }) => (
    <div key={id}>
      {milestones.map((milestone) => (
        <p key={milestone.id} className={classes.words}>
          {tickText(milestone, t)}
        </p>
      ))}
      {comment !== null && <p className={classes.words}>{comment}</p>}
    </div>
  ))
}

function placeOf({ id: open }: SessionGoal, { clientId, groupId }: SessionDto, viewer: Viewer): string {
  if (viewer.side === 'client') return paths.goals({ open })
  return clientId === null
    ? paths.goalsOf({ type: 'Group', itemId: groupId ?? '', open })
    : paths.goalsOf({ type: 'Client', itemId: clientId, open })
}
