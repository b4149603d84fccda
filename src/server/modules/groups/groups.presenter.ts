import type { GroupDetail, GroupDto, MemberDto } from '#contract/groups.ts'
import { toWire } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { Actor, CoachActor } from '../../policy/actor.ts'
import * as groupPolicy from '../../policy/group.policy.ts'
import * as practicePolicy from '../../policy/practice.policy.ts'
import { statusAt } from '../clients/clients.domain.ts'
import { photoOf } from '../files/files.service.ts'
import { groupActions, hasSeats } from './groups.domain.ts'
import type { AttendanceRow, GroupRow } from './groups.repository.ts'
import { memberActions, memberStatusAt } from './members.domain.ts'
import type { MemberRow } from './members.repository.ts'

const seatsOf = ({ capacity, active, open }: GroupRow) => ({ capacity, taken: active + open })

/** A group as this viewer sees it: a member sees the members, not the invited people, and may leave (product §7). */
export function presentGroup(deps: Deps, row: GroupRow, viewer: Actor): GroupDto {
  const manages = groupPolicy.can(viewer, 'manage', row)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    objective: row.objective,
    photo: photoOf(deps, row.photoId),
    companyName: row.companyName,
    startDate: row.startsOn,
    endDate: row.endsOn,
    capacity: row.capacity,
    modality: row.modality,
    channel: row.channel,
    status: row.status,
    members: row.active,
    invited: manages ? row.open : 0,
    nextSessionAt: toWire(row.nextSessionAt),
    allowedActions: manages ? groupActions({ status: row.status, ...seatsOf(row) }) : ['leave'],
    createdAt: toWire(row.createdAt),
    updatedAt: toWire(row.updatedAt),
  }
}

/** One group for its coach, with all its people and the attendance of its last sessions. */
export function presentToCoach(
  deps: Deps,
  row: GroupRow,
  members: readonly MemberRow[],
  held: readonly AttendanceRow[],
  coach: CoachActor,
): GroupDetail {
  const circumstances = {
    group: row.status,
    seatFree: hasSeats(seatsOf(row)),
    mayInvite: practicePolicy.can(coach, 'invite', coach),
  }
  const now = deps.clock.now()
  const people = members.map((member): MemberDto => {
    const person = { status: member.clientStatus, invitedAt: member.clientInvitedAt }
    const status = memberStatusAt(member.status, person, row.status, now)
    return {
      id: member.id,
      clientId: member.clientId,
      name: member.name,
      lastName: member.lastName,
      fullName: `${member.name} ${member.lastName}`,
      email: member.email,
      photo: photoOf(deps, member.photoId),
      status,
      invitedAt: toWire(member.invitedAt),
      joinedAt: toWire(member.joinedAt),
      leftAt: toWire(member.leftAt),
      openActions: member.openActions,
      doneActions: member.doneActions,
      attended: member.attended,
      held: member.held,
      allowedActions: memberActions(status, statusAt(person, now), circumstances),
    }
  })
  const attendance = held
    .toReversed()
    .map(({ startsAt, ...session }) => ({ ...session, startsAt: toWire(startsAt) }))
  return { ...presentGroup(deps, row, coach), people, attendance, firstNames: row.firstNames }
}

/** One group for a member: only the first names of the others (product §7). */
export function presentToMember(deps: Deps, row: GroupRow, member: Actor): GroupDetail {
  return { ...presentGroup(deps, row, member), firstNames: row.firstNames }
}
