import type { Transaction } from 'kysely'
import type { NotificationDto } from '#contract/notifications.ts'
import type { NotificationId, PageQuery } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
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
  const owner = ownerOf(actor)
  const now = deps.clock.now()
  const read = await change(deps, actor, id, (tx) => notifications.markRead(tx, owner, id, now))
  const row = read ?? (await notifications.findNotification(deps.db, owner, id, { includesDeleted: false }))
  return presentNotification(found(row, 'notification.not_found'))
}

/** PUT: marks all as read. */
export async function readAllNotifications(deps: Deps, actor: Actor): Promise<void> {
  const now = deps.clock.now()
  await change(deps, actor, actor.userId, (tx) => notifications.markAllRead(tx, ownerOf(actor), now))
}

/** DELETE: deletes one; again changes nothing. */
export async function deleteNotification(deps: Deps, actor: Actor, id: NotificationId): Promise<void> {
  await setDeleted(deps, actor, id, deps.clock.now())
}

/** POST: restores a deleted one. */
export async function restoreNotification(
  deps: Deps,
  actor: Actor,
  id: NotificationId,
): Promise<NotificationDto> {
  return presentNotification(await setDeleted(deps, actor, id, null))
}

async function setDeleted(deps: Deps, actor: Actor, id: NotificationId, at: EpochMs | null) {
  const owner = ownerOf(actor)
  const moved = await change(deps, actor, id, (tx) => notifications.setDeleted(tx, owner, id, at))
  const row = moved ?? (await notifications.findNotification(deps.db, owner, id))
  return found(row, 'notification.not_found')
}

/** What changes a list is told to all devices of its owner: their bells show it, too. */
async function change<Changed>(
  deps: Deps,
  { membershipId }: Actor,
  id: string,
  write: (tx: Transaction<DB>) => Promise<Changed | undefined>,
): Promise<Changed | undefined> {
  const { changed, tell } = await deps.db.transaction().execute(async (tx) => {
    const changed = await write(tx)
    if (changed === undefined) return { changed, tell: () => undefined }
    const tell = await deps.realtime.emitAllWith(tx, [
      { to: [membershipId], name: 'CHANGED', payload: [{ subject: 'notification', id }] },
    ])
    return { changed, tell }
  })
  tell()
  return changed
}

function ownerOf(actor: Actor): notifications.NotificationOwner {
  const { membershipId } = actor
  return actor.userType === 'client' ? { membershipId, clientId: actor.clientId } : { membershipId }
}
