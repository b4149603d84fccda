import type { Transaction } from 'kysely'
import type { RoomsQuery } from '#contract/messages.ts'
import type { ClientId, GroupId, MembershipId, PageQuery, RoomId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { presentPending, presentRoom } from './messages.presenter.ts'
import { listRoomPeople } from './room-people.repository.ts'
import * as rooms from './rooms.repository.ts'
import { putReadersAtEnd } from './thread.repository.ts'

/** GET: a page of the person's rooms in this membership. The token decides which; `role` is ignored. */
export async function listRooms(deps: Deps, actor: Actor, query: RoomsQuery) {
  const { rows, total } = await rooms.listRooms(deps.db, scopeOf(actor), actor.userId, query)
  const data = rows.map((row) => presentRoom(deps, row, actor))
  return { data, total, page: query.page, items: query.items, rooms: data }
}

/** The rooms with messages that the person has not read, at most `most`, those written in last first; and how many (product §19). */
export async function readUnreadRooms(deps: Deps, actor: Actor, most: number) {
  const query = { direction: 'asc', items: most, page: 1, unread: true } as const
  const { data, total } = await listRooms(deps, actor, query)
  return { unread: data, unreadRooms: total }
}

/** GET: a page of the messages of others that the person has not read. */
export async function listPendingMessages(deps: Deps, actor: Actor, query: PageQuery) {
  const { rows, total } = await rooms.listUnread(deps.db, scopeOf(actor), actor.userId, query)
  return {
    data: rows.map((row) => presentPending(deps, row, actor)),
    total,
    page: query.page,
    items: query.items,
  }
}

/** People who come into a group begin to read its room there; they may read what was written before. */
export async function beginReading(
  deps: Deps,
  tx: Transaction<DB>,
  groupId: GroupId,
  clientIds: readonly ClientId[],
): Promise<void> {
  if (clientIds.length > 0) await putReadersAtEnd(tx, groupId, clientIds, deps.clock.now())
}

/** Everybody who works together: the coach, and the client or the active members of the group. */
export async function listPeopleOf(
  deps: Deps,
  { clientId, groupId }: { clientId: ClientId | null; groupId: GroupId | null },
): Promise<MembershipId[]> {
  const roomId = (clientId ?? groupId) as string as RoomId
  return (await listRoomPeople(deps.db, [roomId])).map(({ membershipId }) => membershipId)
}
