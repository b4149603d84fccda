import { useTranslation } from 'react-i18next'
import { PublicFrame } from '#web/widgets/page/PublicFrame.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'

/** An unknown address, for somebody who is not signed in. */
export function PublicNotFound() {
  const { t } = useTranslation()
  return (
    <PublicFrame title={t('notFound.title')}>
      <NotFoundScreen />
    </PublicFrame>
  )
}
