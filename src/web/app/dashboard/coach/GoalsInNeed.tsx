import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CoachDashboard, GoalInNeed } from '#contract/dashboard.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { ProgressRing } from '#web/widgets/goals/ProgressRing.tsx'
import { reasonText } from '#web/widgets/goals/goal-texts.ts'
import { percentText } from '#web/widgets/numbers.ts'
import classes from '../components/Rows.module.css'
import { WriteTo } from './WriteTo.tsx'

type Props = Pick<CoachDashboard, 'goals' | 'goalsInNeed'>

/** The goals that need attention, why, and one tap to open them or to write to their person (product §19). */
export default function GoalsInNeed({ goals, goalsInNeed }: Props) {
  const { t } = useTranslation('dashboard')
  return (
    <Card title={t('goals.title', { count: goalsInNeed })}>
      <ul className={classes.list}>
        {goals.map((goal) => (
          <Goal key={goal.id} goal={goal} />
        ))}
      </ul>
      {goalsInNeed > goals.length && (
        <span className={classes.more}>{t('coach.more', { count: goalsInNeed - goals.length })}</span>
      )}
    </Card>
  )
}

function Goal({ goal: { id, title, progress, health, client, group } }: { goal: GoalInNeed }) {
  const { t } = useTranslation('goals')
  const owner = client
    ? { type: 'Client' as const, itemId: client.id }
    : group && { type: 'Group' as const, itemId: group.id }
  return (
    <li className={classes.row}>
      <ProgressRing
        progress={progress}
        label={t('progress', { percent: percentText(progress) })}
        size={40}
        isQuiet
      />
      <div className={classes.text}>
        <Anchor
          component={Link}
          inherit
          to={owner ? paths.goalsOf({ ...owner, open: id }) : paths.goals()}
          className={`lone-link ${classes.name}`}
        >
          {title}
        </Anchor>
        <span className={classes.detail}>{client?.fullName ?? group?.name}</span>
        <span className={classes.reason}>{reasonText(health, t)}</span>
      </div>
      {client && <WriteTo person={client} />}
    </li>
  )
}
