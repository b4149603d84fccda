import { IconCalendarHeart, IconMessages, IconTargetArrow } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSessionUser } from '#web/store/store.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import classes from './Welcome.module.css'

const STEPS = [
  { key: 'book', StepIcon: IconCalendarHeart },
  { key: 'meet', StepIcon: IconMessages },
  { key: 'act', StepIcon: IconTargetArrow },
] as const

/** The first visit: how a process begins, in three steps (product §19). */
export function Welcome() {
  const { t } = useTranslation('dashboard')
  const { name, coach } = useSessionUser()
  return (
    <Card title={t('welcome.title', { name })}>
      <p className={classes.lead}>{t('welcome.subtitle', { coach: coach?.name ?? '' })}</p>
      <ol className={classes.steps}>
        {STEPS.map(({ key, StepIcon }) => (
          <li key={key} className={classes.step}>
            <span className={classes.icon} aria-hidden="true">
              <StepIcon size={22} />
            </span>
            <div>
              <strong className={classes.name}>{t(`welcome.${key}`)}</strong>
              <span className={classes.hint}>{t(`welcome.${key}Hint`)}</span>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
