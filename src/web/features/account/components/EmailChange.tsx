import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionUser } from '#web/app/store/store.ts'
import { useOpener } from '#web/ui/use-focus-back.ts'
import classes from './Account.module.css'
import { AskEmailForm } from './AskEmailForm.tsx'
import { EmailCodeForm } from './EmailCodeForm.tsx'

/** The person's e-mail, and how it becomes another one: a code goes to the new address (product §18). */
export function EmailChange() {
  const { t } = useTranslation('account')
  const { email } = useSessionUser()
  const [isAsking, setAsking] = useState(false)
  const [asked, setAsked] = useState<string | null>(null)
  const opener = useOpener(isAsking)
  const close = () => {
    setAsked(null)
    setAsking(false)
  }
  if (asked !== null) return <EmailCodeForm email={asked} onOther={() => setAsked(null)} onDone={close} />
  if (isAsking) return <AskEmailForm onAsked={setAsked} onClose={close} />
  return (
    <div className={classes.row}>
      <p className={classes.value}>{email}</p>
      <Button ref={opener} variant="light" onClick={() => setAsking(true)}>
        {t('email.change')}
      </Button>
    </div>
  )
}
