import { Button } from '@mantine/core'
import { IconMessageHeart } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { SessionCard } from '#web/widgets/session/SessionCard.tsx'

/** What was held and waits for the client to say how it was (product §9). */
export function ToRate({ sessions }: { sessions: readonly SessionListItem[] }) {
  const { t } = useTranslation('dashboard')
  return (
    <Card title={t('client.toRate')}>
      {sessions.map((session) => (
        <SessionCard
          key={session.id}
          session={session}
          actions={
            <Button
              component={Link}
              to={paths.ending({ sessionId: session.id })}
              variant="light"
              leftSection={<IconMessageHeart size={18} aria-hidden="true" />}
              aria-label={`${t('client.rate')}: ${session.title}`}
            >
              {t('client.rate')}
            </Button>
          }
        />
      ))}
    </Card>
  )
}
