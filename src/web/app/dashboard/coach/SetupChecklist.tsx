import { Button, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CoachDashboard } from '#contract/dashboard.ts'
import { paths } from '#web/paths.ts'
import { CompassLine } from '#web/ui/feedback/CompassLine.tsx'
import { beginClient } from '#web/store/new-client.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { SETUP_STEPS, stepsDone, type SetupStep } from './setup-steps.ts'
import classes from './SetupChecklist.module.css'

/** Where each step is done; the e-mail is confirmed in the banner above every screen. */
const PLACES: Partial<Record<SetupStep, string>> = {
  hours: paths.calendarSettings(),
  logo: paths.company(),
  links: paths.settings(),
}

/** The first steps of a practice, until they are done (product §19): what is left, and what is done folded. */
export function SetupChecklist({ setup }: { setup: CoachDashboard['setup'] }) {
  const { t } = useTranslation('dashboard')
  const [showsDone, setShowsDone] = useState(false)
  const done = stepsDone(setup)
  if (done.size === SETUP_STEPS.length) return null
  const progress = t('setup.progress', { done: done.size, total: SETUP_STEPS.length })
  const shown = SETUP_STEPS.filter((step) => showsDone || !done.has(step))
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('setup.title')}</h2>
        <Text span c="dimmed" fz={14}>
          {progress}
        </Text>
        <CompassLine label={t('setup.title')} done={done.size} total={SETUP_STEPS.length} text={progress} />
        {done.size > 0 && (
          <Button
            variant="subtle"
            size="xs"
            aria-expanded={showsDone}
            onClick={() => setShowsDone((before) => !before)}
          >
            {t(showsDone ? 'setup.hideDone' : 'setup.showDone')}
          </Button>
        )}
      </div>
      <ol className={classes.steps}>
        {shown.map((step, at) => (
          <Step key={step} step={step} number={at + 1} isDone={done.has(step)} />
        ))}
      </ol>
    </Card>
  )
}

function Step({ step, number, isDone }: { step: SetupStep; number: number; isDone: boolean }) {
  const { t } = useTranslation('dashboard')
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <span className={classes.mark} aria-hidden="true">
        {isDone ? <IconCheck size={16} stroke={3} /> : number}
      </span>
      <div className={classes.text}>
        <Text span fw={600}>
          {t(`setup.${step}`)}
        </Text>
        <Text span c="dimmed" fz={13}>
          {isDone ? t('setup.done') : t(`setup.${step}Hint`)}
        </Text>
      </div>
      <Go step={step} done={isDone} />
    </li>
  )
}

function Go({ step, done }: { step: SetupStep; done: boolean }) {
  const { t } = useTranslation('dashboard')
  const to = PLACES[step]
  if (!done && step === 'client') {
    return (
      <Button variant="light" size="xs" aria-haspopup="dialog" onClick={beginClient}>
        {t('setup.clientGo')}
      </Button>
    )
  }
  if (done || to === undefined || step === 'email') return null
  return (
    <Button component={Link} to={to} variant="light" size="xs">
      {t(`setup.${step}Go`)}
    </Button>
  )
}
