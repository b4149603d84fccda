import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useViewer } from '#web/store/viewer.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { BellDrawing } from '#web/ui/drawings/BellDrawing.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ListSkeleton } from '#web/ui/feedback/ListSkeleton.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { TwoLines } from '#web/ui/layout/TwoLines.tsx'
import { MoreButton } from '#web/widgets/page/MoreButton.tsx'
import { useLoggedFailure } from '#web/widgets/use-logged-failure.ts'
import { NotificationItem } from './components/NotificationItem.tsx'
import { Retry } from './components/NotificationList.tsx'
import { allNotificationsQuery, pendingNotificationsQuery } from './notifications.queries.ts'
import { useNotificationActions } from './use-notifications.ts'

/** All notifications, newest first (product §17). */
export function Component() {
  const { t } = useTranslation('notifications')
  const { userId, side } = useViewer()
  const unread = useQuery(pendingNotificationsQuery(userId)).data?.total ?? 0
  const { readAll } = useNotificationActions(userId)
  return (
    <Page
      title={t('title')}
      subtitle={t(`subtitle.${side}`)}
      template="form"
      actions={
        // Always there, so that the list keeps its place when the number arrives and when all are read.
        <Button
          variant="default"
          leftSection={<IconChecks size={18} aria-hidden="true" />}
          disabled={unread === 0}
          onClick={readAll}
        >
          {t('readAll')}
        </Button>
      }
    >
      <Card>
        <AllNotifications />
      </Card>
    </Page>
  )
}

function AllNotifications() {
  const { t } = useTranslation(['notifications', 'common'])
  const viewer = useViewer()
  const query = useInfiniteQuery(allNotificationsQuery(viewer.userId))
  useLoggedFailure('notification.all', query.error)
  const actions = useNotificationActions(viewer.userId)
  if (query.isPending) return <ListSkeleton label={t('common:loading')} rows={5} />
  if (query.data === undefined)
    return <Retry retrying={query.isFetching} onRetry={() => void query.refetch()} />
  const entries = query.data.pages.flatMap(({ notifications }) => notifications)
  if (entries.length === 0) {
    return (
      <EmptyState drawing={<BellDrawing />} text={<TwoLines title={t('empty')} hint={t('emptyHint')} />} />
    )
  }
  return (
    <>
      {entries.map((notification) => (
        <NotificationItem
          key={notification.id}
          notification={notification}
          viewer={viewer}
          onOpen={actions.open}
          onRemove={actions.remove}
        />
      ))}
      <MoreButton query={query} label={t('more')} />
    </>
  )
}
