import { useQuery } from '@tanstack/react-query'
import { usePageQuiet } from '#web/widgets/use-idle.ts'
import { pendingNotificationsQuery } from './notifications.queries.ts'

/** The number on the bell's badge; zero until it is loaded, which comes after what the page was opened for. */
export function useUnreadCount(userId: string): number {
  const enabled = usePageQuiet()
  return useQuery({ ...pendingNotificationsQuery(userId), enabled }).data?.total ?? 0
}
