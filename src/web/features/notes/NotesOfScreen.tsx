import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { isMissing, NotFound } from '#web/widgets/page/NotFound.tsx'
import { QueryView } from '#web/widgets/page/QueryView.tsx'
import { clientQuery } from '#web/widgets/queries/client.queries.ts'
import { groupQuery } from '#web/widgets/queries/group.queries.ts'
import { NotesPanel } from './NotesPanel.tsx'

/** A coach's notes about one client or group; an unknown one or an unknown type is not found (product §1 D10). */
export function Component() {
  const { type, itemId = '' } = useParams()
  if (type === 'Client') return <NotesOfClient clientId={itemId} />
  return type === 'Group' ? <NotesOfGroup groupId={itemId} /> : <NotFound />
}

function NotesOfClient({ clientId }: { clientId: string }) {
  const { t } = useTranslation('notes')
  const query = useQuery(clientQuery(clientId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query}>
      {({ name, fullName }) => (
        <Page
          title={t('titleOf', { name })}
          template="form"
          back={<BackLink to={paths.clientView({ clientId })} label={fullName} />}
        >
          <Card>
            <NotesPanel key={clientId} about={{ type: 'Client', itemId: clientId }} name={name} />
          </Card>
        </Page>
      )}
    </QueryView>
  )
}

function NotesOfGroup({ groupId }: { groupId: string }) {
  const { t } = useTranslation('notes')
  const query = useQuery(groupQuery(groupId))
  if (isMissing(query)) return <NotFound />
  return (
    <QueryView query={query}>
      {({ name }) => (
        <Page
          title={t('titleOfGroup')}
          template="form"
          back={<BackLink to={paths.groupView({ groupId })} label={name} />}
        >
          <Card>
            <NotesPanel key={groupId} about={{ type: 'Group', itemId: groupId }} name={name} />
          </Card>
        </Page>
      )}
    </QueryView>
  )
}
