import { CloseButton, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Card } from '#web/ui/layout/Card.tsx'
import { isMissing } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import { SessionCard } from '../SessionCard.tsx'

type Props = { sessionId: string; onClose: () => void }

/** The session of a notification, as it is now; nothing if the reader has no such session. */
export function NotedCard({ sessionId, onClose }: Props) {
  const { t } = useTranslation(['sessions', 'common'])
  const query = useQuery(sessionQuery(sessionId))
  if (isMissing(query)) return null
  return (
    <Card title={t('noted')} aside={<CloseButton aria-label={t('common:close')} onClick={onClose} />}>
      <QueryView query={query} skeleton={<Skeleton height={72} />}>
        {(session) => <SessionCard session={session} />}
      </QueryView>
    </Card>
  )
}
