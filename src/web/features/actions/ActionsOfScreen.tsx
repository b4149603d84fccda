import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useViewer } from '#web/store/viewer.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { groupQuery } from '#web/widgets/queries/group.queries.ts'
import { NewActionButton } from './add/NewActionButton.tsx'
import { ActionsPanel } from './components/ActionsPanel.tsx'
import { AssignButton } from './group/AssignButton.tsx'
import { GroupActions } from './group/GroupActions.tsx'
import { OwnActions } from './OwnActions.tsx'

/** The actions of one client or group; an unknown one or another type is not found (product §1 D10). */
export function Component() {
  const { type, itemId = '' } = useParams()
  const viewer = useViewer()
  if (viewer.side === 'coach') {
    if (type === 'Group') return <ActionsOfGroup groupId={itemId} />
    return type === 'Client' ? <ActionsOfClient clientId={itemId} /> : <NotFound />
  }
  // A member sees their own actions and never those of another member (product §7).
  const isOwn = type === 'Client' && itemId === viewer.clientId
  return isOwn ? <OwnActions clientId={itemId} viewer={viewer} /> : <NotFound />
}

function ActionsOfClient({ clientId }: { clientId: string }) {
  const { t } = useTranslation('actions')
  const viewer = useViewer()
  const query = useQuery(clientQuery(clientId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query}>
      {({ name, fullName, allowedActions }) => (
        <Page
          title={t('titleOf', { name })}
          back={<BackLink to={paths.clientView({ clientId })} label={fullName} />}
          actions={allowedActions.includes('addAction') && <NewActionButton clientId={clientId} />}
        >
          <Card>
            <ActionsPanel clientId={clientId} viewer={viewer} name={name} />
          </Card>
        </Page>
      )}
    </QueryView>
  )
}

function ActionsOfGroup({ groupId }: { groupId: string }) {
  const { t } = useTranslation('actions')
  const query = useQuery(groupQuery(groupId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query}>
      {({ name }) => (
        <Page
          title={t('titleOfGroup')}
          back={<BackLink to={paths.groupView({ groupId, tab: 'actions' })} label={name} />}
          actions={<AssignButton groupId={groupId} />}
        >
          <GroupActions groupId={groupId} isPage />
        </Page>
      )}
    </QueryView>
  )
}
