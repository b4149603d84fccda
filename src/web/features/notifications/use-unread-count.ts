import { useQuery } from '@tanstack/react-query'
import { pendingNotificationsQuery } from './notifications.queries.ts'

/** How many the bell's dot stands for; zero until they are known. */
export function useUnreadCount(userId: string): number {
  return useQuery(pendingNotificationsQuery(userId)).data?.total ?? 0
}
