import type { NotificationDto } from '#contract/notifications.ts'
import type { NotificationId, PageQuery } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { found } from '../../refusal.ts'
import { presentNotification } from './notifications.presenter.ts'
import * as notifications from './notifications.repository.ts'

/** GET: a page of the person's notifications in this membership; `pending` ones are unread. */
export async function listNotifications(
  deps: Deps,
  actor: Actor,
  query: PageQuery,
  filter: { pending: boolean },
) {
  const { rows, total } = await notifications.listNotifications(deps.db, ownerOf(actor), filter, query)
  const data = rows.map(presentNotification)
  return { data, total, page: query.page, items: query.items, notifications: data }
}

/** PUT: marks one as read. */
export async function readNotification(
  deps: Deps,
  actor: Actor,
  id: NotificationId,
): Promise<NotificationDto> {
  const row = await notifications.markRead(deps.db, ownerOf(actor), id, deps.clock.now())
  return presentNotification(found(row, 'notification.not_found'))
}

/** PUT: marks all as read. */
export async function readAllNotifications(deps: Deps, actor: Actor): Promise<void> {
  await notifications.markAllRead(deps.db, ownerOf(actor), deps.clock.now())
}

/** DELETE: deletes one; again changes nothing. */
export async function deleteNotification(deps: Deps, actor: Actor, id: NotificationId): Promise<void> {
  const row = await notifications.setDeleted(deps.db, ownerOf(actor), id, deps.clock.now())
  found(row, 'notification.not_found')
}

/** POST: restores a deleted one. */
export async function restoreNotification(
  deps: Deps,
  actor: Actor,
  id: NotificationId,
): Promise<NotificationDto> {
  const row = await notifications.setDeleted(deps.db, ownerOf(actor), id, null)
  return presentNotification(found(row, 'notification.not_found'))
}

function ownerOf(actor: Actor): notifications.NotificationOwner {
  const { membershipId } = actor
  return actor.userType === 'client' ? { membershipId, clientId: actor.clientId } : { membershipId }
}
