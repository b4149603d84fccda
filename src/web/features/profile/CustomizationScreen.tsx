import { useTranslation } from 'react-i18next'
import { paths } from '#web/paths.ts'
import { Page } from '#web/ui/layout/Page.tsx'
import { BackLink } from '#web/widgets/page/BackLink.tsx'
import { BrandEditor } from './components/BrandEditor.tsx'

/** The appearance of the coach's practice for its clients (product §18). */
export function Component() {
  const { t } = useTranslation(['appearance', 'shell'])
  return (
    <Page
      title={t('brand.title')}
      subtitle={t('brand.subtitle')}
      template="form"
      back={<BackLink to={paths.profile()} label={t('shell:screens.profile')} />}
    >
      <BrandEditor />
    </Page>
  )
}
