import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions.ts'
import { paths } from '#web/paths.ts'

/** Whether the session took place; either answer opens the closing form (product §9). */
export function HeldQuestion({ session }: { session: SessionListItem }) {
  const { t } = useTranslation('sessions')
  const to = paths.sessionFinished({ sessionId: session.id })
  return (
    <Group gap={8} role="group" aria-label={`${t('ending.question')} ${session.title}`}>
      <Button component={Link} to={to}>
        {t('ending.happened')}
      </Button>
      <Button component={Link} to={to} state={{ attendance: 'absent' }} variant="default">
        {t('ending.absent')}
      </Button>
    </Group>
  )
}
