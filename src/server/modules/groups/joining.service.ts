import type { Transaction } from 'kysely'
import type { ClientId, GroupId, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import { Refusal } from '../../refusal.ts'
import { beginReading } from '../messages/messages.service.ts'
import { acceptsMembers } from './groups.domain.ts'
import { countSeats } from './groups.repository.ts'
import * as members from './members.repository.ts'

/** The person who answers an invitation: the client's row is locked. */
type Invited = { coachId: UserId; clientId: ClientId }

/**
 * Gives a person who accepts the seats they were invited to, and returns the latest of these groups. A group that has
 * ended is skipped: the person is invited into the practice, or into other groups, as well.
 *
 * Every operation that takes or frees seats locks in one order, to avoid deadlocks: the person's row, or the rows of
 * several people by their ids; then new people by their addresses; then the groups by their ids.
 * @throws Refusal `group.full` if the seats were taken meanwhile, and nothing is accepted
 */
export async function joinInvitedGroups(
  deps: Deps,
  tx: Transaction<DB>,
  { coachId, clientId, userId }: Invited & { userId: UserId },
): Promise<GroupId | undefined> {
  const now = deps.clock.now()
  const seats = await members.lockOpenSeats(tx, clientId)
  const open = seats.filter(({ status }) => acceptsMembers(status))
  for (const { id, groupId, capacity } of open) {
    const { active } = await countSeats(tx, groupId, now)
    if (active >= capacity) throw new Refusal('group.full')
    await members.putMember(tx, { coachId }, { id, groupId, clientId, status: 'active' }, now)
    await beginReading(deps, tx, groupId, [clientId])
    await record(deps, tx, {
      type: 'group.member_joined',
      coachId,
      actorUserId: userId,
      subjectId: groupId,
      payload: { clientId },
    })
  }
  return open[0]?.groupId
}

/** Frees the seats of a person who declines. */
export async function declineInvitedGroups(
  deps: Deps,
  tx: Transaction<DB>,
  { coachId, clientId }: Invited,
): Promise<void> {
  for (const groupId of await members.declineOpenSeats(tx, clientId, deps.clock.now())) {
    await record(deps, tx, {
      type: 'group.member_declined',
      coachId,
      actorUserId: null,
      subjectId: groupId,
      payload: { clientId },
    })
  }
}

/** The group of an invitation; undefined for an individual process. */
export function findGroupOfInvitation(
  deps: Deps,
  clientId: ClientId,
): Promise<{ id: GroupId; name: string } | undefined> {
  return members.findGroupOfInvitation(deps.db, clientId)
}
