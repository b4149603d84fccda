import { infiniteQueryOptions, queryOptions, useMutation, type InfiniteData } from '@tanstack/react-query'
import type { NotificationDto } from '#contract/notifications.ts'
import { systemClock, toIso } from '#time/clock.ts'
import { call, type Output } from '#web/api/call.ts'
import { AT_ONCE, queryClient, queryKey } from '#web/api/query-client.ts'

type NotificationPage = Output<'GET /v1/notification/all/:userId'>
type All = InfiniteData<NotificationPage, number>

const PENDING_ITEMS = 20
const PAGE_ITEMS = 20

const SHOWN_AT_ONCE = [AT_ONCE, 'notification']

/** What the bell asks for: the unread ones, newest first (product §17). */
export const pendingNotificationsQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKey('notification', 'pending', userId),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/notification/pending/:userId',
        { params: { userId }, query: { direction: 'desc', items: PENDING_ITEMS } },
        { signal },
      ),
  })

/** What the screen asks for: all of them, newest first. */
export const allNotificationsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('notification', 'all', userId),
    queryFn: ({ pageParam: page, signal }) =>
      call(
        'GET /v1/notification/all/:userId',
        { params: { userId }, query: { direction: 'desc', items: PAGE_ITEMS, page } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, items, total }) => (page * items < total ? page + 1 : undefined),
  })

/** What an entry becomes; an entry without an answer leaves the list. */
type Change = (notification: NotificationDto) => NotificationDto | undefined

/** Shows a change in both lists before the server has answered; gives back how to take it away again. */
async function showAtOnce(userId: string, change: Change): Promise<() => void> {
  await queryClient.cancelQueries({ queryKey: queryKey('notification') })
  const pendingKey = pendingNotificationsQuery(userId).queryKey
  const allKey = allNotificationsQuery(userId).queryKey
  const pending = queryClient.getQueryData(pendingKey)
  const all = queryClient.getQueryData<All>(allKey)
  queryClient.setQueryData(pendingKey, pending && changed(pending, unreadAfter(change)))
  queryClient.setQueryData(allKey, all && { ...all, pages: all.pages.map((page) => changed(page, change)) })
  return () => {
    queryClient.setQueryData(pendingKey, pending)
    queryClient.setQueryData(allKey, all)
  }
}

/** The unread ones lose what the change reads. */
function unreadAfter(change: Change): Change {
  return (notification) => {
    const after = change(notification)
    return after?.readAt === null ? after : undefined
  }
}

function changed(page: NotificationPage, change: Change): NotificationPage {
  const notifications = page.notifications.flatMap((each) => change(each) ?? [])
  const total = page.total - (page.notifications.length - notifications.length)
  return { ...page, data: notifications, notifications, total }
}

const read: Change = (notification) => ({
  ...notification,
  readAt: notification.readAt ?? toIso(systemClock.now()),
})

const only =
  (notificationId: string, change: Change): Change =>
  (notification) =>
    notification.id === notificationId ? change(notification) : notification

export function useReadNotification(userId: string) {
  return useMutation({
    mutationKey: SHOWN_AT_ONCE,
    mutationFn: (notificationId: string) =>
      call('PUT /v1/notification/read/:notificationId', { params: { notificationId } }),
    onMutate: (notificationId) => showAtOnce(userId, only(notificationId, read)),
    onError: (_failure, _notificationId, takeBack) => takeBack?.(),
  })
}

export function useReadAllNotifications(userId: string) {
  return useMutation({
    mutationKey: SHOWN_AT_ONCE,
    mutationFn: () => call('PUT /v1/notification/all/:userId/read', { params: { userId } }),
    onMutate: () => showAtOnce(userId, read),
    onError: (_failure, _nothing, takeBack) => takeBack?.(),
  })
}

export function useDeleteNotification(userId: string) {
  return useMutation({
    mutationKey: SHOWN_AT_ONCE,
    mutationFn: (notificationId: string) =>
      call('DELETE /v1/notification/:notificationId', { params: { notificationId } }),
    onMutate: (notificationId) =>
      showAtOnce(
        userId,
        only(notificationId, () => undefined),
      ),
    onError: (_failure, _notificationId, takeBack) => takeBack?.(),
  })
}

export function useRestoreNotification() {
  return useMutation({
    mutationFn: (notificationId: string) =>
      call('POST /v1/notification/:notificationId/restore', { params: { notificationId } }),
  })
}
