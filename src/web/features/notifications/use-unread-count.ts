import { useQuery } from '@tanstack/react-query'
import { pendingNotificationsQuery } from './notifications.queries.ts'

/** The number on the bell's badge; zero until it is loaded. */
export function useUnreadCount(userId: string): number {
  return useQuery(pendingNotificationsQuery(userId)).data?.total ?? 0
}
