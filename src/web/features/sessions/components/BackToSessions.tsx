import { useTranslation } from 'react-i18next'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { BackLink } from '#web/widgets/page/BackLink.tsx'

/** The link back to the list that contains the session for its viewer. */
export function BackToSessions({ session, viewer }: { session: SessionDto; viewer: Viewer }) {
  const { t } = useTranslation('sessions')
  const { clientId, client, group } = session
  if (viewer.side === 'client') {
    if (viewer.clientId === null) return null
    const to = paths.sessionsOf({ type: 'Client', itemId: viewer.clientId })
    return <BackLink to={to} label={t('list.titleMine')} />
  }
  if (group) {
    const to = paths.sessionsOf({ type: 'Group', itemId: group.id })
    return <BackLink to={to} label={t('list.titleGroup', { name: group.name })} />
  }
  if (clientId === null) return null
  const to = paths.sessionsOf({ type: 'Client', itemId: clientId })
  return <BackLink to={to} label={t('list.titleOf', { name: client?.name ?? '' })} />
}
