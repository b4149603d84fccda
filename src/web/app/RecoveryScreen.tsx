import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { MessageScreen } from './MessageScreen.tsx'

/** Recovery comes with the accounts (product D21): until then the place says so and leads back. */
export function RecoveryScreen() {
  const { t } = useTranslation(['shell', 'common'])
  return (
    <MessageScreen title={t('recovery')} text={t('preparing')}>
      <Button component={Link} to={paths.home()} variant="light">
        {t('common:notFound.home')}
      </Button>
    </MessageScreen>
  )
}
