import { Button } from '@mantine/core'
import { IconMessageHeart } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { paths } from '#web/paths.ts'

/** Leads a client to where they say how a session was (product §9), from any list of sessions. */
export function RateButton({ session: { id: sessionId, title } }: { session: SessionListItem }) {
  const { t } = useTranslation('sessions')
  return (
    <Button
      component={Link}
      to={paths.ending({ sessionId })}
      variant="light"
      leftSection={<IconMessageHeart size={18} aria-hidden="true" />}
      aria-label={`${t('ending.rate')}: ${title}`}
    >
      {t('ending.rate')}
    </Button>
  )
}
