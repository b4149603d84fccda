import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_MINUTES } from '#contract/account/auth.ts'
import { MINUTE_MS, systemClock } from '#time/clock.ts'
import { useSessionUser } from '#web/store/store.ts'
import { storage } from '#web/storage.ts'
import { useOpener } from '#web/ui/use-focus-back.ts'
import classes from './Account.module.css'
import { AskEmailForm } from './AskEmailForm.tsx'
import { EmailCodeForm } from './EmailCodeForm.tsx'

/** The account's e-mail and its change: a code is mailed to the new address (product §18). */
export function EmailChange() {
  const { t } = useTranslation('account')
  const { id, email } = useSessionUser()
  const [isAsking, setAsking] = useState(false)
  // A person who switched to their mail to read the code finds this step again, also after a reload.
  const [asked, setAsked] = useState(() => askedBefore(id))
  const opener = useOpener(isAsking)
  const begin = (next: string) => {
    const until = systemClock.now() + CODE_MINUTES * MINUTE_MS
    storage.writeStep('emailChange', { userId: id, email: next, until })
    setAsked(next)
  }
  const askOther = () => {
    storage.removeStep('emailChange')
    setAsked(null)
    setAsking(true)
  }
  const close = () => {
    storage.removeStep('emailChange')
    setAsked(null)
    setAsking(false)
  }
  if (asked !== null) return <EmailCodeForm email={asked} onOther={askOther} onDone={close} />
  if (isAsking) return <AskEmailForm onAsked={begin} onClose={close} />
  return (
    <div className={classes.row}>
      <p className={classes.value}>{email}</p>
      <Button ref={opener} variant="light" onClick={() => setAsking(true)}>
        {t('email.change')}
      </Button>
    </div>
  )
}

/** The new address this tab still waits for a code of. */
function askedBefore(userId: string): string | null {
  const step = storage.readStep('emailChange')
  return step && step.userId === userId && step.until > systemClock.now() ? step.email : null
}
