import type { NotificationDto } from '#contract/notifications.ts'
import { toWire } from '#contract/values.ts'
import type { NotificationRow } from './notifications.repository.ts'

export function presentNotification(row: NotificationRow): NotificationDto {
  return {
    id: row.id,
    type: row.type,
    body: row.body,
    createdAt: toWire(row.createdAt),
    readAt: toWire(row.readAt),
  }
}
