import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '#web/store/viewer.ts'
import { pendingNotificationsQuery } from '#web/features/notifications/notifications.queries.ts'
import { paths } from '#web/paths.ts'
import { usePageQuiet } from '#web/widgets/use-idle.ts'
import { NotificationList } from '../ahead.ts'
import { HeaderPopover, countText } from './HeaderPopover.tsx'

/** The bell (spec §2). */
export function NotificationsMenu({ className }: { className?: string | undefined }) {
  const { t } = useTranslation('shell')
  const [opened, setOpened] = useState(false)
  const viewer = useViewer()
  const query = pendingNotificationsQuery(viewer.userId)
  const unread = useQuery({ ...query, enabled: usePageQuiet() }).data?.total ?? 0
  return (
    <HeaderPopover
      opened={opened}
      onChange={setOpened}
      name={
        unread > 0
          ? t('notifications.unread', { count: unread, shown: countText(unread) })
          : t('notifications.title')
      }
      icon={<IconBell aria-hidden="true" />}
      dot={unread > 0}
      count={unread}
      title={t('notifications.title')}
      all={{ label: t('notifications.all'), to: paths.notifications() }}
      className={className}
    >
      <NotificationList viewer={viewer} onOpened={() => setOpened(false)} />
    </HeaderPopover>
  )
}
