import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../Dashboard.module.css'

/** Home while it is on its way: the places its cards will take. */
export function DashboardSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.columns} role="status" aria-busy="true" aria-label={t('loading')}>
      <div className={classes.column}>
        <Skeleton height={216} radius={18} />
        <Skeleton height={220} radius={16} />
      </div>
      <div className={classes.column}>
        <Skeleton height={320} radius={16} />
      </div>
    </div>
  )
}
