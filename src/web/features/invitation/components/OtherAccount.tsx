import { Button, Group } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { signOut } from '#web/api/auth-session.ts'
import { paths } from '#web/paths.ts'
import classes from './Answer.module.css'

/** Signed in with another account: signs it out first, and stays on this screen; or goes on with that account. */
export function OtherAccount({ name, email }: { name: string; email: string }) {
  const { t } = useTranslation('invitation')
  return (
    <div className={classes.form}>
      <p className={classes.text}>{t('otherAccount.text', { name })}</p>
      <p className={classes.small}>{t('otherAccount.hint', { email })}</p>
      <Group gap={8}>
        <Button
          size="md"
          leftSection={<IconLogout size={18} aria-hidden="true" />}
          onClick={() => void signOut()}
        >
          {t('otherAccount.signOut')}
        </Button>
        <Button component={Link} to={paths.dashboard()} size="md" variant="default">
          {t('otherAccount.goOn')}
        </Button>
      </Group>
    </div>
  )
}
