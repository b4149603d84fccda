import type { ClientStatus } from '#contract/clients.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { GroupStatus, MemberAction, MemberStatus } from '#contract/groups.ts'
import type { EpochMs } from '#time/clock.ts'
import { type StoredClientStatus, statusAt } from '../clients/clients.domain.ts'
import { acceptsMembers } from './groups.domain.ts'

/** The states a row can have; `expired` is derived from the invitation of its person. */
export type StoredMemberStatus = Exclude<MemberStatus, 'expired'>

/** The record of a person, as far as it decides about their places in groups. */
export type PersonState = { status: StoredClientStatus; invitedAt: EpochMs | null }

/**
 * The state of a place at `now` (product §7). An invitation into a group is the person's invitation into the practice:
 * when that one is open no more (14 days without an answer, another address, an archived record), or the group is over,
 * the place has expired and holds no seat.
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

/** How somebody gets a place: they are in at once, their open invitation brings them in, or they are invited for it. */
export type Admission = { how: 'join' | 'wait' | 'invite' } | { code: ErrorCode }

/**
 * How a client of the coach comes into a group, by the place they have or had in it and their own state (product §7).
 * @returns a code for whoever is in it or invited already, and for a process that pauses or is over
 */
export function admissionOf(place: MemberStatus | undefined, person: ClientStatus): Admission {
  if (place === 'active' || place === 'invited') return { code: 'group.already_member' }
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

/** Why the invitation of a place cannot be sent again; undefined when it can. Whoever went away is added anew. */
export function whyNoResend(place: MemberStatus, person: ClientStatus): ErrorCode | undefined {
  if (place === 'invited') return undefined
  if (place === 'left' || place === 'removed') return 'group.wrong_state'
  const admission = admissionOf(place, person)
  return 'how' in admission && admission.how === 'invite' ? undefined : 'client.wrong_state'
}

/** Whether somebody can be taken out: until they have gone. */
export function canBeRemoved(place: MemberStatus): boolean {
  return place !== 'left' && place !== 'removed'
}

type Circumstances = { group: GroupStatus; seatFree: boolean; mayInvite: boolean }

/** What the coach may do with one person of a group now; `seatFree` counts for those who hold none. */
export function memberActions(
  place: MemberStatus,
  person: ClientStatus,
  { group, seatFree, mayInvite }: Circumstances,
): MemberAction[] {
  if (!acceptsMembers(group)) return []
  const holdsSeat = place === 'active' || place === 'invited'
  const admission = admissionOf(place, person)
  const canResend = mayInvite && (holdsSeat || seatFree) && whyNoResend(place, person) === undefined
  const canAdd = 'how' in admission && seatFree && (mayInvite || admission.how !== 'invite')
  return [
    ...(canResend ? (['resendInvitation'] as const) : []),
    ...(canAdd && !canResend ? (['add'] as const) : []),
    ...(canBeRemoved(place) ? (['remove'] as const) : []),
  ]
}
