import type { ClientStatus } from '#contract/clients.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { GroupStatus, MemberAction, MemberStatus } from '#contract/groups.ts'
import type { EpochMs } from '#time/clock.ts'
import { type StoredClientStatus, statusAt } from '../clients/clients.domain.ts'
import { acceptsMembers } from './groups.domain.ts'

/** The states a row can have; `expired` is derived from the invitation of its person. */
export type StoredMemberStatus = Exclude<MemberStatus, 'expired'>

/** The facts about a person's record that decide about their memberships of groups. */
export type PersonState = { status: StoredClientStatus; invitedAt: EpochMs | null }

/**
 * The status of a member at `now` (product §7). An invitation into a group is the person's invitation into the
 * practice: if that is not open any more (14 days without an answer, another address, an archived record), or the group
 * has ended, the membership has expired and takes no seat.
 */
export function memberStatusAt(
  stored: StoredMemberStatus,
  person: PersonState,
  group: GroupStatus,
  now: EpochMs,
): MemberStatus {
  const isOpen = acceptsMembers(group) && statusAt(person, now) === 'invited'
  return stored === 'invited' && !isOpen ? 'expired' : stored
}

/** How a person gets a seat: at once, with their open invitation, or with a new invitation. */
export type Admission = { how: 'join' | 'wait' | 'invite' } | { code: ErrorCode }

/**
 * How a client joins a group, by their status as a member, if any, and their own status (product §7).
 * @returns a code for members, for people invited already, and for a process that is paused or has ended
 */
export function admissionOf(memberStatus: MemberStatus | undefined, person: ClientStatus): Admission {
  if (memberStatus === 'active' || memberStatus === 'invited') return { code: 'group.already_member' }
  switch (person) {
    case 'active':
      return { how: 'join' }
    case 'invited':
      return { how: 'wait' }
    case 'notInvited':
    case 'declined':
    case 'expired':
      return { how: 'invite' }
    case 'paused':
    case 'finished':
    case 'archived':
      return { code: 'client.wrong_state' }
  }
}

/** Why a member's invitation cannot be sent again; undefined if it can. People who left are added again. */
export function whyNoResend(memberStatus: MemberStatus, person: ClientStatus): ErrorCode | undefined {
  if (memberStatus === 'invited') return undefined
  if (memberStatus === 'left' || memberStatus === 'removed') return 'group.wrong_state'
  const admission = admissionOf(memberStatus, person)
  return 'how' in admission && admission.how === 'invite' ? undefined : 'client.wrong_state'
}

/** Whether a member can be removed: until they have left. */
export function canBeRemoved(memberStatus: MemberStatus): boolean {
  return memberStatus !== 'left' && memberStatus !== 'removed'
}

type Circumstances = { group: GroupStatus; seatFree: boolean; mayInvite: boolean }

/** What the coach may do with one person of a group now; `seatFree` matters for people without a seat. */
export function memberActions(
  memberStatus: MemberStatus,
  person: ClientStatus,
  { group, seatFree, mayInvite }: Circumstances,
): MemberAction[] {
  if (!acceptsMembers(group)) return []
  const holdsSeat = memberStatus === 'active' || memberStatus === 'invited'
  const admission = admissionOf(memberStatus, person)
  const canResend = mayInvite && (holdsSeat || seatFree) && whyNoResend(memberStatus, person) === undefined
  const canAdd = 'how' in admission && seatFree && (mayInvite || admission.how !== 'invite')
  return [
    ...(canResend ? (['resendInvitation'] as const) : []),
    ...(canAdd && !canResend ? (['add'] as const) : []),
    ...(canBeRemoved(memberStatus) ? (['remove'] as const) : []),
  ]
}
