import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { SessionCard } from '#web/widgets/session/SessionCard.tsx'
import { isAhead } from '#web/widgets/session/session-look.ts'
import { comingSessionsQuery } from '#web/widgets/queries/session.queries.ts'
import { SessionActions } from './SessionActions.tsx'

/** The next session with one client, or the one in progress. */
export function ClientNextSession({ clientId }: { clientId: string }) {
  const { t } = useTranslation(['sessions', 'common'])
  const query = useQuery(comingSessionsQuery(clientId))
  return (
    <QueryView query={query} skeleton={<ListSkeleton label={t('common:loading')} rows={1} avatars={false} />}>
      {(sessions) => {
        const next = sessions.find(isAhead)
        if (!next) return <p data-nothing>{t('glance.noNext')}</p>
        return <SessionCard session={next} actions={<SessionActions session={next} />} />
      }}
    </QueryView>
  )
}
