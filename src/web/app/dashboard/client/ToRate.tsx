import { useTranslation } from 'react-i18next'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { RateButton } from '#web/widgets/session/rating/RateButton.tsx'
import { SessionCard } from '#web/widgets/session/SessionCard.tsx'

/** What was held and waits for the client to say how it was (product §9). */
export function ToRate({ sessions }: { sessions: readonly SessionListItem[] }) {
  const { t } = useTranslation('dashboard')
  return (
    <Card title={t('client.toRate', { count: sessions.length })}>
      {sessions.map((session) => (
        <SessionCard key={session.id} session={session} actions={<RateButton session={session} />} />
      ))}
    </Card>
  )
}
