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
import { NewActionButton } from './add/NewActionButton.tsx'
import { Component as OwnActions } from './ActionsScreen.tsx'
import { ActionsPanel } from './components/ActionsPanel.tsx'

/** The actions of one client; an unknown client or type is not found (product §1 D10). */
export function Component() {
  const { type, itemId = '' } = useParams()
  const viewer = useViewer()
  // Groups come with their own issue; until then no id of theirs exists.
  if (type !== 'Client') return <NotFound />
  if (viewer.side === 'coach') return <ActionsOfClient clientId={itemId} />
  return itemId === viewer.clientId ? <OwnActions /> : <NotFound />
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
          template="form"
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
