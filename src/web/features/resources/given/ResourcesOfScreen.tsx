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
import { Component as OwnResources } from '../list/ResourcesScreen.tsx'
import { GivenPanel } from './GivenPanel.tsx'
import { GroupGivenPanel } from './GroupGivenPanel.tsx'
import { LibraryButton } from './LibraryButton.tsx'

/** The resources of one client or group; an unknown one is not found (product §1 D10). */
export function Component() {
  const { type, itemId = '' } = useParams()
  const viewer = useViewer()
  if (viewer.side === 'client') {
    // What a group was given is among one's own.
    return type === 'Group' || itemId === viewer.clientId ? <OwnResources /> : <NotFound />
  }
  if (type === 'Client') return <OfClient clientId={itemId} />
  return type === 'Group' ? <OfGroup groupId={itemId} /> : <NotFound />
}

function OfClient({ clientId }: { clientId: string }) {
  const { t } = useTranslation('resources')
  const query = useQuery(clientQuery(clientId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query}>
      {({ name, fullName }) => (
        <Page
          title={t('titleOf', { name })}
          back={<BackLink to={paths.clientView({ clientId })} label={fullName} />}
          actions={<LibraryButton />}
        >
          <Card>
            <GivenPanel clientId={clientId} name={name} />
          </Card>
        </Page>
      )}
    </QueryView>
  )
}

function OfGroup({ groupId }: { groupId: string }) {
  const { t } = useTranslation('resources')
  const query = useQuery(groupQuery(groupId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query}>
      {({ name }) => (
        <Page
          title={t('titleOfGroup')}
          back={<BackLink to={paths.groupView({ groupId })} label={name} />}
          actions={<LibraryButton />}
        >
          <Card>
            <GroupGivenPanel groupId={groupId} name={name} />
          </Card>
        </Page>
      )}
    </QueryView>
  )
}
