import type { Transaction } from 'kysely'
import type { GroupDetail } from '#contract/groups.ts'
import type { ClientId, GroupId, MemberId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import type { Actor, ClientActor, CoachActor } from '../../policy/actor.ts'
import * as practicePolicy from '../../policy/practice.policy.ts'
import { type CoachScope, scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import { statusAt } from '../clients/clients.domain.ts'
import { sendInvitation } from '../clients/clients.service.ts'
import { lockClients, withdrawInvitation } from '#server/modules/clients/inviting/inviting.service.ts'
import { leaveComing } from '#server/modules/sessions/changes/leaving.service.ts'
import { acceptsMembers, hasSeats } from './groups.domain.ts'
import { countSeats, lockGroup } from './groups.repository.ts'
import { answerGroup } from './groups.service.ts'
import { canBeRemoved, memberStatusAt, whyNoResend } from './members.domain.ts'
import * as members from './members.repository.ts'

type MemberKey = { groupId: GroupId; memberId: MemberId }

/** POST: sends a member's invitation again; links mailed before stop working. */
export function resendMemberInvitation(deps: Deps, actor: CoachActor, key: MemberKey): Promise<GroupDetail> {
  const { groupId } = key
  return deps.db.transaction().execute(async (tx) => {
    const { group, client, member } = await lockMember(deps, tx, actor, key)
    const now = deps.clock.now()
    const refused = whyNoResend(member.status, statusAt(client, now))
    if (refused) throw new Refusal(refused)
    if (!practicePolicy.can(actor, 'invite', actor)) throw new Refusal('auth.email_unverified')
    const { taken } = await countSeats(tx, groupId, now)
    const holdsSeat = member.status === 'invited'
    if (!holdsSeat && !hasSeats({ ...group, taken })) throw new Refusal('group.full')
    await sendInvitation(deps, tx, scopeOf(actor), client.id, actor)
    const invited = { id: member.id, groupId, clientId: client.id, status: 'invited' as const }
    await members.putMember(tx, scopeOf(actor), invited, now)
    await recordOfMember(deps, tx, actor, 'group.member_invited', { groupId, clientId: client.id })
    return answerGroup(deps, tx, actor, groupId)
  })
}

/**
 * DELETE: removes a member, or withdraws their invitation into the group. A person who was only invited for this group
 * has then no invitation any more: their record is kept, not invited, so that they can be added again.
 */
export function removeMember(deps: Deps, actor: CoachActor, key: MemberKey): Promise<GroupDetail> {
  const { groupId } = key
  return deps.db.transaction().execute(async (tx) => {
    const { client, member } = await lockMember(deps, tx, actor, key)
    if (!canBeRemoved(member.status)) throw new Refusal('group.wrong_state')
    await members.endMember(tx, member.id, 'removed', deps.clock.now())
    await leaveComing(deps, tx, groupId, client.id)
    await recordOfMember(deps, tx, actor, 'group.member_removed', { groupId, clientId: client.id })
    const invitedAsMember = client.role === 'member' && client.status === 'invited'
    if (invitedAsMember && !(await members.hasSeat(tx, client.id))) {
      await withdrawInvitation(deps, tx, actor, client.id)
    }
    return answerGroup(deps, tx, actor, groupId)
  })
}

/** POST: a member leaves, in any state of the group. Their own goals and actions are kept. */
export function leaveGroup(deps: Deps, actor: ClientActor, groupId: GroupId): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    const { clientId } = actor
    found(await lockGroup(tx, scopeOf(actor), groupId), 'group.not_found')
    const [own] = await members.listMembersOf(tx, groupId, [clientId])
    if (own?.status !== 'active') throw new Refusal('group.not_found')
    await members.endMember(tx, own.id, 'left', deps.clock.now())
    await leaveComing(deps, tx, groupId, clientId)
    await recordOfMember(deps, tx, actor, 'group.member_left', { groupId, clientId })
  })
}

/** Has a locked person leave all their groups, because their account ends. */
export async function leaveGroups(
  deps: Deps,
  tx: Transaction<DB>,
  scope: CoachScope,
  clientId: ClientId,
): Promise<void> {
  for (const { id, groupId } of await members.lockSeats(tx, scope, clientId)) {
    await members.endMember(tx, id, 'left', deps.clock.now())
    await leaveComing(deps, tx, groupId, clientId)
  }
}

/**
 * A member with the person and the group locked, in the lock order of `joinInvitedGroups`; the member is read again
 * under the locks.
 * @throws Refusal `group.not_found`, `group.member_not_found`, `group.wrong_state` if the group accepts no changes
 */
async function lockMember(
  deps: Deps,
  tx: Transaction<DB>,
  actor: CoachActor,
  { groupId, memberId }: MemberKey,
) {
  const scope = scopeOf(actor)
  const seen = await members.findMember(tx, scope, groupId, memberId)
  const [client] = seen ? await lockClients(tx, actor, { ids: [seen.clientId] }) : []
  const group = found(await lockGroup(tx, scope, groupId), 'group.not_found')
  const stored = await members.findMember(tx, scope, groupId, memberId)
  if (!client || !stored) throw new Refusal('group.member_not_found')
  if (!acceptsMembers(group.status)) throw new Refusal('group.wrong_state')
  const status = memberStatusAt(stored.status, client, group.status, deps.clock.now())
  return { group, client, member: { id: stored.id, status } }
}

/** Records a change of a member. */
function recordOfMember(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  type: 'group.member_added' | 'group.member_invited' | 'group.member_removed' | 'group.member_left',
  { groupId, clientId }: { groupId: GroupId; clientId: ClientId },
): Promise<void> {
  const { coachId, userId: actorUserId } = actor
  return record(deps, tx, { type, coachId, actorUserId, subjectId: groupId, payload: { clientId } })
}
