import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Column, Columns } from '#web/ui/layout/Columns.tsx'

/** Home while it is on its way: the places its cards will take. */
export function DashboardSkeleton() {
  const { t } = useTranslation()
  return (
    <Columns split="balanced" role="status" aria-busy="true" aria-label={t('loading')}>
      <Column>
        <Skeleton height={216} radius={18} />
        <Skeleton height={220} radius={16} />
      </Column>
      <Column>
        <Skeleton height={320} radius={16} />
      </Column>
    </Columns>
  )
}
