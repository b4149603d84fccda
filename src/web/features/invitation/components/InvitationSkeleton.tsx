import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './OpenInvitation.module.css'

/** Shown while the invitation loads, and while the person is being signed in. */
export function InvitationSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.columns} role="status" aria-busy="true" aria-label={t('loading')}>
      <Skeleton className={classes.introSkeleton} radius={20} />
      <Skeleton height={460} radius={16} />
    </div>
  )
}
