import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Lobby.module.css'

/** Shaped like the lobby. */
export function LobbySkeleton() {
  const { t } = useTranslation()
  return (
    <main className={classes.page} aria-busy="true" aria-label={t('loading')}>
      <Skeleton height={18} width={120} />
      <Skeleton height={30} width={280} mt={14} mb={24} />
      <div className={classes.columns}>
        <Skeleton height={360} radius={16} />
        <Skeleton height={180} radius={16} />
      </div>
    </main>
  )
}
