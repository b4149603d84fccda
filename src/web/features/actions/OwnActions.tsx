import { useTranslation } from 'react-i18next'
import type { Viewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { useCanAddOwn } from '#web/widgets/queries/action.queries.ts'
import { NewActionButton } from './add/NewActionButton.tsx'
import { ActionsPanel } from './components/ActionsPanel.tsx'

/** A client's own actions (product §12). */
export function OwnActions({ clientId, viewer }: { clientId: string; viewer: Viewer }) {
  const { t } = useTranslation('actions')
  return (
    <Page title={t('title')} subtitle={t('subtitle')} actions={<AddOwn clientId={clientId} />}>
      <Card>
        <ActionsPanel clientId={clientId} viewer={viewer} />
      </Card>
    </Page>
  )
}

/** There from the start, so that nothing moves when the list comes. */
function AddOwn({ clientId }: { clientId: string }) {
  return useCanAddOwn(clientId) && <NewActionButton clientId={clientId} />
}
