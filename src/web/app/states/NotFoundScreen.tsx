import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { MessageScreen } from './MessageScreen.tsx'
import { useStore } from '#web/store/store.ts'

/** An address that is no place of the product, or not one of this person's. */
export function NotFoundScreen() {
  const { t } = useTranslation()
  const isLogged = useStore((root) => root.session.isLogged)
  // The frame around it, the shell's or that of the public screens, is the page's main part.
  return (
    <MessageScreen title={t('notFound.title')} text={t('notFound.text')} framed>
      <Button component={Link} to={isLogged ? paths.dashboard() : paths.home()}>
        {t(isLogged ? 'notFound.dashboard' : 'notFound.home')}
      </Button>
    </MessageScreen>
  )
}
