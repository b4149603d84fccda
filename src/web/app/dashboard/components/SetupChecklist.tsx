import '@mantine/core/styles/Progress.css'
import { Button, Progress } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CoachDashboard } from '#contract/dashboard.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { SETUP_STEPS, stepsDone, type SetupStep } from '../setup-steps.ts'
import classes from './SetupChecklist.module.css'

/** Where each step is done; the e-mail is confirmed in the banner above every screen. */
const PLACES: Partial<Record<SetupStep, string>> = {
  hours: paths.calendarSettings(),
  client: paths.clientNew(),
  logo: paths.company(),
  links: paths.settings(),
}

/** The first steps of a practice, until they are done (product §19). */
export function SetupChecklist({ setup }: { setup: CoachDashboard['setup'] }) {
  const { t } = useTranslation('dashboard')
  const done = stepsDone(setup)
  if (done.size === SETUP_STEPS.length) return null
  const progress = t('setup.progress', { done: done.size, total: SETUP_STEPS.length })
  return (
    <Card title={t('setup.title')} aside={<span className={classes.progress}>{progress}</span>}>
      <Progress.Root mb="md">
        <Progress.Section
          value={(done.size / SETUP_STEPS.length) * 100}
          aria-label={t('setup.title')}
          aria-valuetext={progress}
        />
      </Progress.Root>
      <ol className={classes.steps}>
        {SETUP_STEPS.map((step, at) => (
          <li key={step} className={classes.step} data-done={done.has(step) || undefined}>
            <span className={classes.mark} aria-hidden="true">
              {done.has(step) ? <IconCheck size={16} stroke={3} /> : at + 1}
            </span>
            <div className={classes.text}>
              <span className={classes.name}>{t(`setup.${step}`)}</span>
              <span className={classes.hint}>
                {done.has(step) ? t('setup.done') : t(`setup.${step}Hint`)}
              </span>
            </div>
            <Go step={step} done={done.has(step)} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Go({ step, done }: { step: SetupStep; done: boolean }) {
  const { t } = useTranslation('dashboard')
  const to = PLACES[step]
  if (done || to === undefined || step === 'email') return null
  return (
    <Button component={Link} to={to} variant="light" size="xs">
      {t(`setup.${step}Go`)}
    </Button>
  )
}
