import '#web/ui/theme/large-fields.css'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconLinkOff, IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { NewPasswordSet } from '#contract/account/accounts.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { PublicFrame } from '#web/widgets/page/PublicFrame.tsx'
import classes from './RecoveryScreen.module.css'
import { AskRecoveryForm } from './components/AskRecoveryForm.tsx'
import { NewPasswordForm } from './components/NewPasswordForm.tsx'
import { RecoveryNotice } from './components/RecoveryNotice.tsx'
import { useRecoveryToken } from './use-recovery-token.ts'

type Step = 'open' | 'asked' | 'over' | 'done'

/** A forgotten password (product §3): the address, the mailed link, the new password. */
export function Component() {
  const { t } = useTranslation('auth')
  const [token, forgetToken] = useRecoveryToken()
  const [step, setStep] = useState<Step>('open')
  const [set, keepSet] = useState<NewPasswordSet>()
  /** The link was used, or is no longer valid. */
  const leaveLink = (next: Step) => {
    forgetToken()
    setStep(next)
  }
  const askAgain = () => leaveLink('open')
  const done = (outcome: NewPasswordSet) => {
    keepSet(outcome)
    leaveLink('done')
  }
  const whatElse = [
    ...(set && set.endedFeeds > 0 ? [t('recovery.feedsEnded')] : []),
    ...(set?.identities ?? []).map(({ email }) => t('recovery.stillOpens', { email })),
  ]
  const signIn = (
    <Button component={Link} to={paths.home()} size="md">
      {t('signIn.submit')}
    </Button>
  )
  const back = (
    <Link to={paths.home()} className={classes.back}>
      {t('recovery.back')}
    </Link>
  )

  return (
    <PublicFrame title={t('recovery.title')} width="card">
      <Card className={classes.card}>
        {step === 'done' ? (
          <RecoveryNotice
            Icon={IconCircleCheck}
            title={t('recovery.doneTitle')}
            text={[t('recovery.done'), ...whatElse].join(' ')}
            action={signIn}
          />
        ) : step === 'over' || token === '' ? (
          <RecoveryNotice
            Icon={IconLinkOff}
            title={t('recovery.overTitle')}
            text={t('recovery.over')}
            action={
              <Button size="md" onClick={askAgain}>
                {t('recovery.askAgain')}
              </Button>
            }
            below={back}
          />
        ) : token !== null ? (
          <NewPasswordForm token={token} onDone={done} onOver={() => leaveLink('over')} />
        ) : step === 'asked' ? (
          <RecoveryNotice
            Icon={IconMailForward}
            title={t('recovery.askedTitle')}
            text={t('recovery.asked')}
            action={
              <Button variant="default" size="md" onClick={askAgain}>
                {t('recovery.otherEmail')}
              </Button>
            }
            below={back}
          />
        ) : (
          <AskRecoveryForm onAsked={() => setStep('asked')} below={back} />
        )}
      </Card>
    </PublicFrame>
  )
}
