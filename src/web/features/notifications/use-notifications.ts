import { logFailure } from '#web/api/log.ts'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { NotificationDto } from '#contract/notifications.ts'
import { showFailure } from '#web/api/errors.ts'
import { setAlert } from '#web/store/alert.ts'
import { lookOf } from './notification-table.ts'
import {
  useDeleteNotification,
  useReadAllNotifications,
  useReadNotification,
  useRestoreNotification,
} from './notifications.queries.ts'

/** The actions on notifications, for the bell and the screen. */
export function useNotificationActions(userId: string) {
  const { t } = useTranslation(['notifications', 'common'])
  const navigate = useNavigate()
  const read = useReadNotification(userId)
  const readAll = useReadAllNotifications(userId)
  const remove = useDeleteNotification(userId)
  const restore = useRestoreNotification()
  return {
    /** Opens a notification's target and marks it as read; a failed mark does not stop the navigation. */
    open: (notification: NotificationDto) => {
      if (notification.readAt === null) {
        void read
          .mutateAsync(notification.id)
          .catch((failure: unknown) => logFailure('notification.read', failure))
      }
      void navigate(lookOf(notification).target)
    },
    readAll: () => void readAll.mutateAsync().catch(showFailure),
    remove: (notification: NotificationDto) =>
      void remove.mutateAsync(notification.id).then(
        () =>
          setAlert(t('removed'), 'success', {
            label: t('common:undo'),
            run: () => void restore.mutateAsync(notification.id).catch(showFailure),
          }),
        showFailure,
      ),
  }
}
