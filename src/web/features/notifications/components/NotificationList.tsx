import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { useLoggedFailure } from '#web/widgets/use-logged-failure.ts'
import type { Viewer } from '#web/store/viewer.ts'
import { pendingNotificationsQuery } from '../notifications.queries.ts'
import { useNotificationActions } from '../use-notifications.ts'
import { NotificationItem } from './NotificationItem.tsx'
import classes from './NotificationList.module.css'

type Props = {
  viewer: Viewer
  /** Closes the popover once a notification was opened. */
  onOpened: () => void
}

/** The bell's popover: unread notifications, newest first. */
export function NotificationList({ viewer, onOpened }: Props) {
  const { t } = useTranslation(['notifications', 'common'])
  const query = useQuery(pendingNotificationsQuery(viewer.userId))
  useLoggedFailure('notification.pending', query.error)
  const actions = useNotificationActions(viewer.userId)
  if (query.isPending) {
    return (
      <div className={classes.loading}>
        <ListSkeleton label={t('common:loading')} rows={3} />
      </div>
    )
  }
  // A failure has no message (spec §8): the retry button is enough.
  if (query.data === undefined)
    return <Retry retrying={query.isFetching} onRetry={() => void query.refetch()} />
  const { notifications } = query.data
  if (notifications.length === 0) return <p className={classes.empty}>{t('empty')}</p>
  return (
    <div>
      {notifications.map((notification) => (
        <NotificationItem
          key={notification.id}
          notification={notification}
          viewer={viewer}
          compact
          onOpen={(opened) => {
            actions.open(opened)
            onOpened()
          }}
        />
      ))}
    </div>
  )
}

/** Retries, without saying what failed. */
export function Retry({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.retry}>
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} aria-hidden="true" />}
        loading={retrying}
        onClick={onRetry}
      >
        {t('retry')}
      </Button>
    </div>
  )
}
