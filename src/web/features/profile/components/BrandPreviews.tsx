import { useTranslation } from 'react-i18next'
import { Card } from '#web/ui/layout/Card.tsx'
import brand from './Brand.module.css'
import { BrandPreview } from './BrandPreview.tsx'

type Props = { companyName: string; logo: string | undefined; colorUI: string }

/** "Así lo ve tu cliente", in both schemes (product §18). */
export function BrandPreviews(props: Props) {
  const { t } = useTranslation('appearance')
  return (
    <Card title={t('brand.preview')}>
      <div className={brand.previews}>
        {(['light', 'dark'] as const).map((scheme) => (
          <BrandPreview key={scheme} scheme={scheme} {...props} />
        ))}
      </div>
    </Card>
  )
}
