import { IconCalendarStats, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CoachDashboard } from '#contract/dashboard.ts'
import { currentLanguage } from '#web/api/texts/i18n.ts'
import classes from './Figures.module.css'

type Props = Pick<CoachDashboard, 'activeClients' | 'sessionsThisWeek'>

/** A practice in two numbers; the month has a separate chart. */
export function Figures({ activeClients, sessionsThisWeek }: Props) {
  const { t } = useTranslation('dashboard')
  const number = new Intl.NumberFormat(currentLanguage())
  const figures = [
    { key: 'activeClients', value: activeClients, FigureIcon: IconUsers },
    { key: 'sessionsThisWeek', value: sessionsThisWeek, FigureIcon: IconCalendarStats },
  ] as const
  return (
    <dl className={classes.figures} aria-label={t('coach.figures')}>
      {figures.map(({ key, value, FigureIcon }) => (
        <div key={key} className={classes.figure}>
          <dt className={classes.name}>
            <FigureIcon size={18} aria-hidden="true" className={classes.icon} />
            {t(`coach.${key}`)}
          </dt>
          <dd className={classes.value}>{number.format(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
