import { useTranslation } from 'react-i18next'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { NotFound } from '#web/widgets/page/NotFound.tsx'
import { GivenPanel } from '../given/GivenPanel.tsx'
import { Library } from './Library.tsx'

/** The coach's library; for a client what they have (product §14). */
export function Component() {
  const { t } = useTranslation('resources')
  const { side, clientId } = useViewer()
  if (side === 'coach') return <Library title={t('title')} />
  if (clientId === null) return <NotFound />
  return (
    <Page title={t('title')} subtitle={t('ownSubtitle')} template="form">
      <Card>
        <GivenPanel clientId={clientId} />
      </Card>
    </Page>
  )
}
