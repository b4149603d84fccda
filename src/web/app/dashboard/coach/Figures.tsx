import { useTranslation } from 'react-i18next'
import type { CoachDashboard } from '#contract/dashboard.ts'
import { numberText } from '#web/widgets/numbers.ts'
import classes from './Figures.module.css'

type Props = Pick<CoachDashboard, 'activeClients' | 'sessionsThisWeek'>

/** A practice in two numbers, once it has any; the month has a separate chart. */
export function Figures(props: Props) {
  const { t } = useTranslation('dashboard')
  if (props.activeClients + props.sessionsThisWeek === 0) return null
  return (
    <dl className={classes.figures} aria-label={t('coach.figures')}>
      {(['activeClients', 'sessionsThisWeek'] as const).map((key) => (
        <div key={key} className={classes.figure}>
          <dt className={classes.name}>{t(`coach.${key}`)}</dt>
          <dd className={classes.value}>{numberText(props[key])}</dd>
        </div>
      ))}
    </dl>
  )
}
