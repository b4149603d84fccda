import { useTranslation } from 'react-i18next'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { NotFound } from '#web/widgets/page/NotFound.tsx'
import { ActionsPanel } from './components/ActionsPanel.tsx'

/** A client's own actions (product §12). */
export function Component() {
  const { t } = useTranslation('actions')
  const viewer = useViewer()
  if (viewer.clientId === null) return <NotFound />
  return (
    <Page title={t('title')} subtitle={t('subtitle')} template="form">
      <Card>
        <ActionsPanel clientId={viewer.clientId} viewer={viewer} />
      </Card>
    </Page>
  )
}
