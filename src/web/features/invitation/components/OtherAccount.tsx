import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { signOut } from '#web/api/auth-session.ts'
import classes from './Answer.module.css'

/** Signed in with another account: signs it out first, and stays on this screen. */
export function OtherAccount({ name, email }: { name: string; email: string }) {
  const { t } = useTranslation('invitation')
  return (
    <div className={classes.form}>
      <p className={classes.text}>{t('otherAccount.text', { name })}</p>
      <p className={classes.small}>{t('otherAccount.hint', { email })}</p>
      <div>
        <Button
          size="md"
          leftSection={<IconLogout size={18} aria-hidden="true" />}
          onClick={() => void signOut()}
        >
          {t('otherAccount.signOut')}
        </Button>
      </div>
    </div>
  )
}
